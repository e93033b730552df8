import type { Query, Statement } from "../connection/query.ts";

// Counts the apps of the next events anew, so that a count never drifts. Another process skips the locked row. Apps without an event
// get their row here as well.
const COUNT: Statement = {
  name: "count-changed-installations",
  text: `
    with place as materialized (
      select cursor from app_installation_count_position where id = 1 for update skip locked
    ), batch as materialized (
      select cursor, client_id from event where cursor > (select cursor from place) order by cursor limit $1
    ), changed as materialized (
      select id, state from app where client_id in (select client_id from batch)
    ), counted as (
      insert into app_installation_count as c (app_id, installations)
      select a.id, (
        select count(*) from installation i where i.app_id = a.id and i.state in ('ACTIVE', 'SUSPENDED') and a.state <> 'ARCHIVED')
      from changed a
      union all
      select a.id, 0 from app a
      where exists (select from place) and a.id > uuidv7(interval '-2 days') and not exists (select from changed d where d.id = a.id)
        and not exists (select from app_installation_count n where n.app_id = a.id)
      order by 1
      on conflict (app_id) do update set installations = excluded.installations where c.installations <> excluded.installations
    ), moved as (
      update app_installation_count_position set cursor = (select max(cursor) from batch) where id = 1 and exists (select from batch)
    )
    select count(*)::int as count from batch`,
};

/** Counts the installations of the apps in the next events of the outbox; returns how many events were read. */
export async function countInstallations(query: Query, limit: number): Promise<number> {
  const [row] = await query<{ count: number }>(COUNT, [limit]);
  return row!.count;
}
