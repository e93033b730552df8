import { micros, type Query, type Statement } from "../connection/query.ts";

/** Counts failures of one key in fixed windows, which start at the same time on every replica. */
export interface Counter {
  key: string;
  /** Seconds. */
  window: number;
}

/** A counter's state in the current window. Timestamps are microseconds of the database's clock. */
export interface Count {
  key: string;
  failures: number;
  startedAt: number;
  now: number;
}

const COUNTS = `${micros("started_at")} as "startedAt", ${micros("now")} as now`;

// The rows are locked in the order of their keys, which prevents deadlocks.
const ADD: Statement = {
  name: "add-failures",
  text: `
    with clock as materialized (select clock_timestamp() as now),
    given as (
      select key, failures, seconds * interval '1 second' as span, date_bin(seconds * interval '1 second', now, 'epoch') as started_at
      from unnest($1::text[], $2::int[], $3::int[]) as g(key, seconds, failures), clock
    ), added as (
      insert into failure_window as w (key, started_at, count, expires_at)
      select key, started_at, failures, started_at + span from given order by key
      on conflict (key, started_at) do update set count = w.count + excluded.count
      returning key, count, started_at
    )
    select key, count as failures, ${COUNTS} from added, clock`,
};

/** Adds failures to counters of different keys in one statement and returns the new counts. */
export async function addFailures(query: Query, added: readonly (Counter & { failures: number })[]): Promise<Count[]> {
  return query<Count>(ADD, [
    added.map(({ key }) => key),
    added.map(({ window }) => window),
    added.map(({ failures }) => failures),
  ]);
}

const READ: Statement = {
  name: "read-failures",
  text: `
    with clock as materialized (select clock_timestamp() as now),
    given as (
      select key, date_bin(seconds * interval '1 second', now, 'epoch') as started_at
      from unnest($1::text[], $2::int[]) as g(key, seconds), clock
    )
    select given.key, coalesce(w.count, 0) as failures, ${COUNTS.replaceAll("started_at", "given.started_at")}
    from given cross join clock left join failure_window w on w.key = given.key and w.started_at = given.started_at`,
};

/** Reads counters of different keys, in any order. */
export async function readFailures(query: Query, counters: readonly Counter[]): Promise<Count[]> {
  return query<Count>(READ, [counters.map(({ key }) => key), counters.map(({ window }) => window)]);
}
