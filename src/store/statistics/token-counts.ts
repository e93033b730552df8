import type { Log } from "../../observe/log.ts";
import type { ConnectionPool } from "../connection/pools.ts";
import type { Statement } from "../connection/query.ts";
import { withConnection } from "../connection/transaction.ts";
import { createWriteBehind } from "../connection/write-behind.ts";
import { createPlatformCounts, type ErrorClass } from "./platform-counts.ts";

/** The results of token requests that are counted per app and day. */
export type TokenResult = "exchange" | "refresh" | "refresh_failure";

/**
 * Collects in memory the counts of results per app and UTC day, and per hour for the platform, and writes them periodically. A process that
 * is killed loses the counts of its last ten seconds.
 */
export interface TokenCounts {
  count(clientId: string, result: TokenResult): void;
  /** Counts a failed call of the platform. */
  countError(errorClass: ErrorClass): void;
  /** Resolves when all counts so far are written. */
  flush(): Promise<void>;
}

type Counts = Record<TokenResult, number>;

const MEASURES = { exchange: "exchanges", refresh: "refreshes", refresh_failure: "refresh_failures" } as const;

const DELAY_MS = 10_000;

// Writes the rows in the order of their key, so that two processes cannot deadlock.
const ADD: Statement = {
  name: "add-token-counts",
  text: `
    insert into app_day as d (client_id, day, exchanges, refreshes, refresh_failures)
    select n.client_id, n.day, n.exchanges, n.refreshes, n.failures
    from unnest($1::text[], $2::date[], $3::float8[], $4::float8[], $5::float8[])
      as n(client_id, day, exchanges, refreshes, failures)
    order by n.client_id, n.day
    on conflict (client_id, day) do update set exchanges = d.exchanges + excluded.exchanges,
      refreshes = d.refreshes + excluded.refreshes, refresh_failures = d.refresh_failures + excluded.refresh_failures`,
};

const DAY_LENGTH = "2026-01-01".length;

/** @param clock milliseconds since the epoch */
export function createTokenCounts(pool: ConnectionPool, log: Log, clock: () => number = Date.now): TokenCounts {
  const days = createWriteBehind<Counts>(
    {
      merge: (earlier, later) => ({
        exchange: earlier.exchange + later.exchange,
        refresh: earlier.refresh + later.refresh,
        refresh_failure: earlier.refresh_failure + later.refresh_failure,
      }),
      async write(values) {
        const keys = values.map(([key]) => key);
        const of = (result: TokenResult) => values.map(([, counts]) => counts[result]);
        const columns = [keys.map((key) => key.slice(DAY_LENGTH)), keys.map((key) => key.slice(0, DAY_LENGTH))];
        const counts = [of("exchange"), of("refresh"), of("refresh_failure")];
        await withConnection(pool, (query) => query(ADD, [...columns, ...counts]));
        return [];
      },
      failed: "could not record the counts of token requests; retrying",
      delayMs: DELAY_MS,
    },
    log,
  );
  const platform = createPlatformCounts(pool, log, clock);
  return {
    count(clientId, result) {
      const day = new Date(clock()).toISOString().slice(0, DAY_LENGTH);
      days.add(`${day}${clientId}`, { exchange: 0, refresh: 0, refresh_failure: 0, [result]: 1 });
      platform.count(MEASURES[result]);
    },
    countError: (errorClass) => platform.count(`errors.${errorClass}`),
    async flush() {
      await Promise.all([days.flush(), platform.flush()]);
    },
  };
}
