import type { Query, Statement } from "../connection/query.ts";
import { countFromOutbox } from "./outbox-position.ts";

/** Adds the next events of the outbox to the counts of their days. The counts of the platform leave out installs at test merchants. */
export const countEvents = countFromOutbox({
  name: "count-outbox-events",
  position: "app_day_position",
  columns: "client_id, merchant_id, type, (at at time zone 'UTC')::date as day, at",
  counts: `
    counted as (
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
      where type = 'refresh_token.reuse_detected' or type in ('installation.created', 'installation.uninstalled')
        and not exists (select from merchant m where m.id = batch.merchant_id and m.test)
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (unit, start, measure) do update set count = p.count + excluded.count
    )`,
});

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
