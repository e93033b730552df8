import type { Log } from "../../observe/log.ts";
import type { ConnectionPool } from "../connection/pools.ts";
import type { Statement } from "../connection/query.ts";
import { withConnection } from "../connection/transaction.ts";
import { createWriteBehind } from "../connection/write-behind.ts";

/** The classes of failed calls, as `ErrorClass` in the proto. */
export type ErrorClass = "CLIENT" | "GRANT" | "REQUEST" | "RATE_LIMIT" | "SERVICE_KEY" | "UNAVAILABLE" | "INTERNAL";

/** A measure of the dashboard: a value of `platform_count.measure`. */
export type Measure =
  | "installs"
  | "uninstalls"
  | "reuses"
  | "exchanges"
  | "refreshes"
  | "refresh_failures"
  | `errors.${ErrorClass}`;

/**
 * Collects the counts of the whole platform per hour and UTC day in memory, and writes them periodically. A process that is killed loses
 * the counts of its last ten seconds.
 */
export interface PlatformCounts {
  count(measure: Measure): void;
  /** Resolves when all counts so far are written. */
  flush(): Promise<void>;
}

const DELAY_MS = 10_000;

// Writes the rows in the order of their key, so that two processes cannot deadlock.
const ADD: Statement = {
  name: "add-platform-counts",
  text: `
    insert into platform_count as p (unit, start, measure, count)
    select u.unit, date_trunc(u.unit, n.hour, 'UTC'), n.measure, sum(n.count)
    from unnest($1::timestamptz[], $2::text[], $3::float8[]) as n(hour, measure, count) cross join (values ('day'), ('hour')) u(unit)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (unit, start, measure) do update set count = p.count + excluded.count`,
};

const HOUR_LENGTH = "2026-01-01T00".length;

/** @param clock milliseconds since the epoch */
export function createPlatformCounts(pool: ConnectionPool, log: Log, clock: () => number = Date.now): PlatformCounts {
  const hours = createWriteBehind<number>(
    {
      merge: (earlier, later) => earlier + later,
      async write(values) {
        const starts = values.map(([key]) => `${key.slice(0, HOUR_LENGTH)}:00:00Z`);
        const measures = values.map(([key]) => key.slice(HOUR_LENGTH));
        await withConnection(pool, (query) => query(ADD, [starts, measures, values.map(([, count]) => count)]));
        return [];
      },
      failed: "could not record the counts of the platform; retrying",
      delayMs: DELAY_MS,
    },
    log,
  );
  return {
    count: (measure) => hours.add(`${new Date(clock()).toISOString().slice(0, HOUR_LENGTH)}${measure}`, 1),
    flush: () => hours.flush(),
  };
}
