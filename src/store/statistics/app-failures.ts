import type { Query, Statement } from "../connection/query.ts";

/** The refused refreshes of an app, and its successful ones, in several UTC days. */
export interface AppFailures {
  clientId: string;
  name: string;
  failures: number;
  refreshes: number;
  /** The parts of the counts on the last of the days. */
  failuresLastDay: number;
  refreshesLastDay: number;
}

/** The number of apps of each day that are compared, and of the result. */
const [PER_DAY, LIMIT] = [10, 5];

// The index gives the apps of each day; adding all apps of all days up would read millions of rows.
const FIND: Statement = {
  name: "list-app-failures",
  prepared: true,
  text: `
    select p.n::int - 1 as period, f.*
    from unnest($1::int[], $2::date[]) with ordinality asked(days, last, n) cross join lateral (
      select n, days, coalesce(last, (clock_timestamp() at time zone 'UTC')::date) as last offset 0
    ) p cross join lateral (
      with candidates as materialized (
        select distinct top.client_id from generate_series(0, p.days - 1) ago cross join lateral (
          select client_id from app_day where day = p.last - ago and refresh_failures > 0
          order by refresh_failures desc, client_id desc limit $3) top
      ), sums as materialized (
        select d.client_id, sum(d.refresh_failures) as failures, sum(d.refreshes) as refreshes,
          coalesce(sum(d.refresh_failures) filter (where d.day = p.last), 0) as failures_last_day,
          coalesce(sum(d.refreshes) filter (where d.day = p.last), 0) as refreshes_last_day
        from candidates c join app_day d on d.client_id = c.client_id
        where d.day > p.last - p.days and d.day <= p.last
        group by d.client_id order by failures desc, d.client_id limit $4
      )
      select a.client_id as "clientId", a.name, s.failures::float8 as failures, s.refreshes::float8 as refreshes,
        s.failures_last_day::float8 as "failuresLastDay", s.refreshes_last_day::float8 as "refreshesLastDay"
      from sums s join app a on a.client_id = s.client_id
    ) f order by p.n, f.failures desc, f."clientId"`,
};

/** The UTC days up to `last`, such as `2026-01-31`; null for today. */
export interface FailurePeriod {
  days: number;
  last: string | null;
}

/** For each period, the apps with the most refused refreshes among the top ten of each day. */
export async function listAppFailures(query: Query, periods: readonly FailurePeriod[]): Promise<AppFailures[][]> {
  const asked = [periods.map(({ days }) => days), periods.map(({ last }) => last)];
  const rows = await query<AppFailures & { period: number }>(FIND, [...asked, PER_DAY, LIMIT]);
  return periods.map((_, n) => rows.filter(({ period }) => period === n));
}
