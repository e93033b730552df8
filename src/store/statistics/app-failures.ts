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
    with last as materialized (select coalesce($4::date, (clock_timestamp() at time zone 'UTC')::date) as day),
    candidates as materialized (
      select distinct top.client_id from last, generate_series(0, $1::int - 1) n cross join lateral (
        select client_id from app_day where day = last.day - n and refresh_failures > 0
        order by refresh_failures desc, client_id desc limit $2) top
    ), sums as materialized (
      select d.client_id, sum(d.refresh_failures) as failures, sum(d.refreshes) as refreshes,
        coalesce(sum(d.refresh_failures) filter (where d.day = last.day), 0) as failures_last_day,
        coalesce(sum(d.refreshes) filter (where d.day = last.day), 0) as refreshes_last_day
      from last, candidates c join app_day d on d.client_id = c.client_id
      where d.day > last.day - $1::int and d.day <= last.day
      group by d.client_id order by failures desc, d.client_id limit $3
    )
    select a.client_id as "clientId", a.name, s.failures::float8 as failures, s.refreshes::float8 as refreshes,
      s.failures_last_day::float8 as "failuresLastDay", s.refreshes_last_day::float8 as "refreshesLastDay"
    from sums s join app a on a.client_id = s.client_id order by s.failures desc, a.client_id`,
};

/**
 * The apps with the most refused refreshes in `days` UTC days, among the top ten of each day.
 * @param last the last of the days, such as `2026-01-31`; null for today
 */
export function listAppFailures(query: Query, days: number, last: string | null = null): Promise<AppFailures[]> {
  return query<AppFailures>(FIND, [days, PER_DAY, LIMIT, last]);
}
