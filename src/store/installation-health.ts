import type { RefreshFailure } from "../model/installation.ts";
import type { Log } from "../observe/log.ts";
import type { Lane } from "./pools.ts";
import { moment, type Statement } from "./query.ts";
import { withConnection } from "./transaction.ts";

/** Notes how an installation's refreshes go, to the hour, off the path of the requests. Losing a note harms nobody. */
export interface InstallationHealth {
  /** Tokens were issued that end at `expireAt`. All moments are microseconds; within the hour of the last note nothing is done. */
  issued(
    id: string,
    known: { lastRefreshedAt: number | null; now: number; expireAt: number; refreshed: boolean },
  ): void;
  /** A refresh by the app itself was refused. At most one an hour is written. */
  failed(id: string, failure: RefreshFailure): void;
  /** Resolves once what was noted so far is written, by whomever. */
  flush(): Promise<void>;
}

const HOUR = 3600 * 1_000_000;
const PAUSE_MS = 1000;
/** Failures that wait at most: a flood of them is not worth more memory than this. */
const MAX_WAITING = 10_000;

const ISSUED: Statement = {
  name: "note-tokens-issued",
  text: `
    with due as (
      select i.id, n.expire_at, n.refreshed from unnest($1::uuid[], $2::float8[], $3::boolean[]) as n(id, expire_at, refreshed)
      join installation i on i.id = n.id order by i.id for update of i skip locked
    )
    update installation i set tokens_expire_at = ${moment("due.expire_at")},
      last_refreshed_at = case when due.refreshed then clock_timestamp() else i.last_refreshed_at end
    from due where i.id = due.id`,
};

const FAILED: Statement = {
  name: "note-refresh-failed",
  text: `
    with due as (
      select i.id, n.failure from unnest($1::uuid[], $2::text[]) as n(id, failure) join installation i on i.id = n.id
      where i.last_failed_at is null or i.last_failed_at < clock_timestamp() - interval '1 hour'
      order by i.id for update of i skip locked
    )
    update installation i set last_failed_at = clock_timestamp(), last_failure = due.failure from due where i.id = due.id`,
};

export function createInstallationHealth(lane: Lane, log: Log): InstallationHealth {
  const issued = new Map<string, { expireAt: number; refreshed: boolean }>();
  const failed = new Map<string, RefreshFailure>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(writeAll, writeAll);
    return writing;
  }

  async function writeAll(): Promise<void> {
    const [successes, failures] = [[...issued], [...failed]];
    issued.clear();
    failed.clear();
    if (successes.length > 0) {
      const expireAt = successes.map(([, note]) => note.expireAt);
      const refreshed = successes.map(([, note]) => note.refreshed);
      await withConnection(lane, (query) => query(ISSUED, [successes.map(([id]) => id), expireAt, refreshed]));
    }
    if (failures.length === 0) return;
    const values = [failures.map(([id]) => id), failures.map(([, failure]) => failure)];
    await withConnection(lane, (query) => query(FAILED, values));
  }

  const flushQuietly = () =>
    flush().catch((error) => log.warn({ err: error }, "an installation's health was not noted"));
  const soon = () => {
    timer ??= setTimeout(flushQuietly, PAUSE_MS).unref();
  };

  return {
    issued(id, { lastRefreshedAt, now, expireAt, refreshed }) {
      if (refreshed && lastRefreshedAt !== null && now - lastRefreshedAt < HOUR) return;
      issued.set(id, { expireAt, refreshed });
      soon();
    },
    failed(id, failure) {
      if (failed.size >= MAX_WAITING && !failed.has(id)) return;
      failed.set(id, failure);
      soon();
    },
    flush,
  };
}
