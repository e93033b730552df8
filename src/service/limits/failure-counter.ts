import type { EntityManager } from "@mikro-orm/postgresql";

/** Failures counted under one key in windows of so many seconds. */
export interface Counter {
  key: string;
  /** Seconds. */
  window: number;
}

/** Where a counter stands; moments are microseconds of the database's clock. */
export interface Count {
  failures: number;
  startedAt: number;
  now: number;
}

/** The counters that all replicas share: rows of failure_window. */
export interface FailureCounter {
  /** Counts one failure under each counter and returns, in the same order, which failure of its window it was. */
  add(counters: readonly Counter[]): Promise<Count[]>;
  /** Where each counter stands, without counting. */
  read(counters: readonly Counter[]): Promise<Count[]>;
}

interface Waiting {
  counters: readonly Counter[];
  resolve(counts: Count[]): void;
  reject(error: unknown): void;
}

interface Row {
  key: string;
  count: number;
  started_at: number;
  now: number;
}

/**
 * Counts through `em`, a fork for each statement. Failures that wait at the same time are written in one statement, so that a flood of them
 * takes one connection and one commit at a time, and each still learns its own place.
 */
export function createFailureCounter(fork: () => EntityManager): FailureCounter {
  let waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await addGroup(fork(), group).catch((error) => {
        for (const { reject } of group) reject(error);
      });
    }
    writing = false;
  }

  return {
    add: (counters) =>
      new Promise((resolve, reject) => {
        waiting.push({ counters, resolve, reject });
        if (!writing) void write();
      }),
    read: (counters) => readCounts(fork(), counters),
  };
}

async function addGroup(em: EntityManager, group: readonly Waiting[]): Promise<void> {
  const added = new Map<string, { window: number; failures: number }>();
  for (const { key, window } of group.flatMap(({ counters }) => counters)) {
    added.set(key, { window, failures: (added.get(key)?.failures ?? 0) + 1 });
  }
  const rows = await addToWindows(em, added);
  const places = new Map(rows.map((row) => [row.key, { ...row, count: row.count - added.get(row.key)!.failures }]));
  for (const { counters, resolve } of group) {
    resolve(
      counters.map(({ key }) => {
        const place = places.get(key)!;
        place.count += 1;
        return toCount(place);
      }),
    );
  }
}

// Rows are locked in the order of their keys, so that two replicas cannot wait for each other.
async function addToWindows(em: EntityManager, added: Map<string, { window: number; failures: number }>) {
  const entries = [...added].sort(([left], [right]) => (left < right ? -1 : 1));
  const values = entries.map(() => "(?::text, ?::int, ?::int)").join(", ");
  return em.execute<Row[]>(
    `with clock as materialized (select clock_timestamp() as now), added as (
       insert into failure_window as w (key, started_at, count, expires_at)
       select v.key, s.started_at, v.failures, s.started_at + v.seconds * interval '1 second'
       from (values ${values}) as v (key, seconds, failures), clock,
         lateral (select date_bin(v.seconds * interval '1 second', clock.now, 'epoch') as started_at) s
       order by v.key
       on conflict (key, started_at) do update set count = w.count + excluded.count
       returning key, count, started_at)
     select key, count, (extract(epoch from started_at) * 1e6)::float8 as started_at,
       (extract(epoch from clock.now) * 1e6)::float8 as now
     from added, clock`,
    entries.flatMap(([key, { window, failures }]) => [key, window, failures]),
  );
}

async function readCounts(em: EntityManager, counters: readonly Counter[]): Promise<Count[]> {
  const values = counters.map(() => "(?::text, ?::int)").join(", ");
  const rows = await em.execute<Row[]>(
    `with clock as materialized (select clock_timestamp() as now)
     select v.key, coalesce(w.count, 0) as count, (extract(epoch from s.started_at) * 1e6)::float8 as started_at,
       (extract(epoch from clock.now) * 1e6)::float8 as now
     from (values ${values}) as v (key, seconds) cross join clock
     cross join lateral (select date_bin(v.seconds * interval '1 second', clock.now, 'epoch') as started_at) s
     left join failure_window w on w.key = v.key and w.started_at = s.started_at`,
    counters.flatMap(({ key, window }) => [key, window]),
  );
  const counts = new Map(rows.map((row) => [row.key, toCount(row)]));
  return counters.map(({ key }) => counts.get(key)!);
}

function toCount(row: Row): Count {
  return { failures: row.count, startedAt: row.started_at, now: row.now };
}
