import { countFromOutbox } from "./outbox-position.ts";

/**
 * Counts the installations of each app that occurs in the next events of the outbox. Counting all of them anew prevents drift. New apps
 * without an event get their row here too.
 */
export const countInstallations = countFromOutbox({
  name: "count-changed-installations",
  position: "app_installation_count_position",
  columns: "client_id",
  counts: `
    changed as materialized (
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
    )`,
});
