import { micros, type Query, type Statement } from "../connection/query.ts";
import type { Measure } from "./platform-counts.ts";

/** The counts of one hour or UTC day. A measure without a count is absent. */
export interface PlatformPeriod {
  /** Microseconds. */
  start: number;
  counts: Partial<Record<Measure, number>>;
}

/** SQL: the counts of the periods that begin at the starts, including periods without a count. */
const countsAt = (unit: "hour" | "day", starts: string): string => `
    select ${micros("s.start")} as start, c.counts
    from (${starts}) s cross join lateral (
      select coalesce(jsonb_object_agg(measure, count), '{}') as counts from platform_count
      where unit = '${unit}' and platform_count.start = s.start offset 0
    ) c order by s.start`;

/** The periods of a unit until now. */
const periods = (unit: "hour" | "day"): Statement => ({
  name: `list-platform-${unit}s`,
  text: countsAt(
    unit,
    `select date_trunc('${unit}', clock_timestamp(), 'UTC') - n * interval '1 ${unit}' as start from generate_series(0, $1::int - 1) n`,
  ),
});

const HOURS = periods("hour");
const DAYS = periods("day");

/** The last `count` hours, including the current hour, oldest first. */
export function listHours(query: Query, count: number): Promise<PlatformPeriod[]> {
  return query<PlatformPeriod>(HOURS, [count]);
}

/** The last `count` UTC days, including today, oldest first. */
export function listDays(query: Query, count: number): Promise<PlatformPeriod[]> {
  return query<PlatformPeriod>(DAYS, [count]);
}

const DAYS_FROM: Statement = {
  name: "list-platform-days-from",
  text: countsAt(
    "day",
    "select ($1::date + n)::timestamp at time zone 'UTC' as start from generate_series(0, $2::int - 1) n",
  ),
};

/** `count` UTC days from this day on, such as `2026-01-31`, oldest first. */
export function listDaysFrom(query: Query, first: string, count: number): Promise<PlatformPeriod[]> {
  return query<PlatformPeriod>(DAYS_FROM, [first, count]);
}

const DROP: Statement = {
  name: "drop-platform-counts",
  text: `
    delete from platform_count where (unit, start, measure) in (
      select unit, start, measure from platform_count
      where unit in ('day', 'hour') and start < clock_timestamp() - $1 * interval '1 day' order by unit, start limit $2
    )
    returning 1`,
};

/** Deletes counts older than `keepDays`, at most `limit` rows; returns how many. */
export async function dropPlatformCounts(query: Query, { keepDays, limit }: { keepDays: number; limit: number }) {
  return (await query(DROP, [keepDays, limit])).length;
}
