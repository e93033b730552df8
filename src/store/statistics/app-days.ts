import type { Management } from "../connection/management.ts";
import type { Statement } from "../connection/query.ts";

export interface DayCounts {
  /** Such as `2026-01-31`. */
  day: string;
  installs: number;
  uninstalls: number;
  reuses: number;
  exchanges: number;
  refreshes: number;
  refreshFailures: number;
}

export interface AppDays {
  /** The last `days` days up to today, oldest first, including days without a count. @param clientId null for the sum of all apps */
  list(clientId: string | null, days: number): Promise<DayCounts[]>;
}

const COUNTS = `
  coalesce(sum(d.installs), 0)::float8 as installs, coalesce(sum(d.uninstalls), 0)::float8 as uninstalls,
  coalesce(sum(d.reuses), 0)::float8 as reuses, coalesce(sum(d.exchanges), 0)::float8 as exchanges,
  coalesce(sum(d.refreshes), 0)::float8 as refreshes, coalesce(sum(d.refresh_failures), 0)::float8 as "refreshFailures"`;

const listDays = (name: string, join: string): Statement => ({
  name,
  text: `
    with today as (select (clock_timestamp() at time zone 'UTC')::date as day)
    select to_char(s.day, 'YYYY-MM-DD') as day, ${COUNTS}
    from today cross join lateral (select today.day - n as day from generate_series(0, $1::int - 1) as n) s
    left join app_day d on d.day = s.day ${join}
    group by s.day order by s.day`,
});

const OF_APP = listDays("list-app-days", "and d.client_id = $2");
const OF_ALL = listDays("list-days", "");

export function createAppDays(management: Management): AppDays {
  return {
    list: (clientId, days) =>
      management.read((_, query) =>
        clientId === null ? query<DayCounts>(OF_ALL, [days]) : query<DayCounts>(OF_APP, [days, clientId]),
      ),
  };
}
