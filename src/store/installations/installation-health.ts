import type { RefreshFailure } from "../../model/installation.ts";
import type { Log } from "../../observe/log.ts";
import type { ConnectionPool } from "../connection/pools.ts";
import { type Statement, timestamp } from "../connection/query.ts";
import { withConnection } from "../connection/transaction.ts";
import { createWriteBehind } from "../connection/write-behind.ts";
import { markJoins } from "../tokens/token-rows.ts";
import { endsAt } from "./ends-at.ts";

/** Records the health of installations after the response, in batches. */
export interface InstallationHealth {
  /**
   * Records issued tokens; timestamps in microseconds. Skips a refresh if the last recorded refresh is younger than an hour and than half
   * the token lifetime, and no failure was recorded after it.
   */
  issued(id: string, known: Issued): void;
  /** Records that a token family of the installation was revoked. */
  ended(id: string): void;
  /**
   * Records a rejected refresh of the authenticated app, `at` in microseconds. Without a successful refresh between them, at most one
   * failure per hour is written.
   */
  failed(id: string, failure: RefreshFailure, at: number): void;
  /** Resolves when all records so far are written. */
  flush(): Promise<void>;
}

interface Issued {
  familyId: string;
  /** The last recorded refresh; null if there is none, or if a failure was recorded after it. */
  lastRefreshedAt: number | null;
  now: number;
  expireAt: number;
  refreshed: boolean;
}

const HOUR = 3600 * 1_000_000;

// An exchange ends earlier failures. Its record may be written after the record of a later failure, which must stay.
const KEEPS_FAILURE = `free.refreshed or i.last_failed_at > ${timestamp("free.issued_at")}`;

/** SQL: a mark of `markJoins` has revoked the family `f`. */
const REVOKED = "f.authorized_at <= greatest(ma.moment, mm.moment, me.moment)";

// Both statements return the ids of rows that were locked, which are retried later. Waiting for one row would keep the others locked.
const ISSUED: Statement = {
  name: "record-tokens-issued",
  text: `
    with free as materialized (
      select i.id, n.family_id, n.expire_at, n.refreshed, n.issued_at
      from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::boolean[], $5::float8[]) as n(id, family_id, expire_at, refreshed, issued_at)
      join installation i on i.id = n.id order by i.id for update of i skip locked
    ), written as (
      update installation i set
        tokens_expire_at = case when f.ended_at is null and not coalesce(${REVOKED}, false) then ${timestamp("free.expire_at")}
          else i.tokens_expire_at end,
        last_refreshed_at = case when free.refreshed then ${timestamp("free.issued_at")} else i.last_refreshed_at end,
        last_failed_at = case when ${KEEPS_FAILURE} then i.last_failed_at end,
        last_failure = case when ${KEEPS_FAILURE} then i.last_failure end
      from free left join token_family f on f.id = free.family_id${markJoins("f")}
      where i.id = free.id
    )
    select id from installation where id = any($1) and id <> all(array(select id from free))`,
};

// Reads the other families, because an app that was connected several times may still have tokens.
const ENDED: Statement = {
  name: "record-tokens-ended",
  text: `
    with free as materialized (
      select id from installation where id = any($1::uuid[]) order by id for update skip locked
    ), written as (
      update installation i set ${endsAt(`(select max(f.expires_at) from token_family f
          where f.installation_id = i.id and f.ended_at is null and f.expires_at > clock_timestamp())`)} from free where i.id = free.id and coalesce(i.tokens_expire_at > clock_timestamp(), true)
    )
    select id from installation where id = any($1) and id <> all(array(select id from free))`,
};

const IS_DUE =
  "(i.last_failed_at is null or i.last_failed_at < greatest(clock_timestamp() - interval '1 hour', i.last_refreshed_at))";

const FAILED: Statement = {
  name: "record-refresh-failed",
  text: `
    with due as materialized (
      select i.id, n.failure, n.at from unnest($1::uuid[], $2::text[], $3::float8[]) as n(id, failure, at)
      join installation i on i.id = n.id where ${IS_DUE}
    ), free as materialized (
      select i.id from installation i where i.id = any(array(select id from due)) and ${IS_DUE}
      order by i.id for update skip locked
    ), written as (
      update installation i set last_failed_at = ${timestamp("due.at")}, last_failure = due.failure
      from free join due on due.id = free.id where i.id = free.id
    )
    select id from due where id <> all(array(select id from free))`,
};

const NOT_WRITTEN = "could not record the health of installations; retrying";

export function createInstallationHealth(pool: ConnectionPool, log: Log): InstallationHealth {
  const write = async (statement: Statement, values: readonly unknown[]): Promise<string[]> => {
    const locked = await withConnection(pool, (query) => query<{ id: string }>(statement, values));
    return locked.map(({ id }) => id);
  };
  const issued = createWriteBehind<Omit<Issued, "lastRefreshedAt">>(
    {
      merge: (earlier, later) => ({ ...later, refreshed: earlier.refreshed || later.refreshed }),
      write: (values) =>
        write(ISSUED, [
          values.map(([id]) => id),
          values.map(([, { familyId }]) => familyId),
          values.map(([, { expireAt }]) => expireAt),
          values.map(([, { refreshed }]) => refreshed),
          values.map(([, { now }]) => now),
        ]),
      failed: NOT_WRITTEN,
    },
    log,
  );
  const failed = createWriteBehind<{ failure: RefreshFailure; at: number }>(
    {
      // Keeps the first failure, which is the cause of later failures.
      merge: (earlier) => earlier,
      write: (values) =>
        write(FAILED, [
          values.map(([id]) => id),
          values.map(([, { failure }]) => failure),
          values.map(([, { at }]) => at),
        ]),
      failed: NOT_WRITTEN,
    },
    log,
  );
  const ended = createWriteBehind<null>(
    { merge: () => null, write: (values) => write(ENDED, [values.map(([id]) => id)]), failed: NOT_WRITTEN },
    log,
  );
  return {
    issued(id, { lastRefreshedAt, ...known }) {
      if (known.refreshed && isRecent({ lastRefreshedAt, ...known })) return;
      issued.add(id, known);
    },
    ended: (id) => ended.add(id, null),
    failed: (id, failure, at) => failed.add(id, { failure, at }),
    async flush() {
      await Promise.all([issued.flush(), failed.flush(), ended.flush()]);
    },
  };
}

/**
 * True if the last recorded refresh is younger than an hour and than half the lifetime of these tokens. Older records are renewed, so
 * that the recorded expiry stays in the future.
 */
function isRecent({ lastRefreshedAt, now, expireAt }: Omit<Issued, "familyId">): boolean {
  return lastRefreshedAt !== null && now - lastRefreshedAt < Math.min(HOUR, (expireAt - now) / 2);
}
