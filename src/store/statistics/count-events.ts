import type { Query, Statement } from "../connection/query.ts";

// Each event is counted once: the position moves in the same statement, and another process skips the locked row. The index on the
// cursor bounds the read.
const COUNT: Statement = {
  name: "count-outbox-events",
  text: `
    with place as materialized (
      select cursor from app_day_position where id = 1 for update skip locked
    ), batch as materialized (
      select cursor, client_id, type, (at at time zone 'UTC')::date as day, at
      from event where cursor > (select cursor from place) order by cursor limit $1
    ), counted as (
      insert into app_day as d (client_id, day, installs, uninstalls, reuses)
      select client_id, day, count(*) filter (where type = 'installation.created'),
        count(*) filter (where type = 'installation.uninstalled'), count(*) filter (where type = 'refresh_token.reuse_detected')
      from batch where type in ('installation.created', 'installation.uninstalled', 'refresh_token.reuse_detected')
      group by client_id, day order by client_id, day
      on conflict (client_id, day) do update set installs = d.installs + excluded.installs,
        uninstalls = d.uninstalls + excluded.uninstalls, reuses = d.reuses + excluded.reuses
    ), platform as (
      insert into platform_count as p (unit, start, measure, count)
      select u.unit, date_trunc(u.unit, at, 'UTC') as start, case type when 'installation.created' then 'installs' when 'installation.uninstalled' then 'uninstalls'
        else 'reuses' end as measure, count(*)
      from batch cross join (values ('day'), ('hour')) u(unit)
      where type in ('installation.created', 'installation.uninstalled', 'refresh_token.reuse_detected')
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (unit, start, measure) do update set count = p.count + excluded.count
    ), moved as (
      update app_day_position set cursor = (select max(cursor) from batch) where id = 1 and exists (select from batch)
    )
    select count(*)::int as count from batch`,
};

/** Adds the next events of the outbox to the counts of their days; returns how many were read. */
export async function countEvents(query: Query, limit: number): Promise<number> {
  const [row] = await query<{ count: number }>(COUNT, [limit]);
  return row!.count;
}

const DROP: Statement = {
  name: "drop-app-days",
  text: `
    delete from app_day where (client_id, day) in (
      select client_id, day from app_day where day < (clock_timestamp() at time zone 'UTC')::date - $1::int order by day limit $2
    )
    returning 1`,
};

/** Deletes counts older than `keepDays`, at most `limit` rows; returns how many. */
export async function dropAppDays(query: Query, { keepDays, limit }: { keepDays: number; limit: number }) {
  return (await query(DROP, [keepDays, limit])).length;
}
