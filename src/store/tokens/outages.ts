import type { Query, Statement } from "../connection/query.ts";

/** The number of seconds without a heartbeat of any replica that counts as an outage. */
const SILENCE = 15;
/** How long outages are stored. Longer than any retry window. */
const KEPT_DAYS = 7;

/** SQL: the total duration of outages since `time`, in microseconds. An outage starts at the last heartbeat before it. */
export function outageSince(time: string): string {
  return `(
    coalesce((
      select sum(date_part('epoch', o.ended_at - greatest(o.began_at, ${time}))) from service_outage o where o.ended_at > ${time}
    ), 0) + coalesce((
      select date_part('epoch', clock_timestamp() - greatest(h.beat_at, ${time})) from service_heartbeat h
      where h.id = 1 and h.beat_at < clock_timestamp() - interval '${SILENCE} seconds'
    ), 0)
  ) * 1000000`;
}

// Because of the row lock, only the first of several recovering replicas records the outage.
const BEAT: Statement = {
  name: "beat",
  text: `
    with last as (
      select beat_at from service_heartbeat where id = 1 for update
    ), outage as (
      insert into service_outage (began_at, ended_at)
      select beat_at, clock_timestamp() from last where beat_at < clock_timestamp() - interval '${SILENCE} seconds'
    ), forgotten as (
      delete from service_outage where ended_at < clock_timestamp() - interval '${KEPT_DAYS} days'
    )
    insert into service_heartbeat (id, beat_at) select 1, clock_timestamp() from (select count(*) from last) as locked
    on conflict (id) do update set beat_at = greatest(service_heartbeat.beat_at, excluded.beat_at)`,
};

/** Records a heartbeat, and the outage that it ends, if there was one. */
export async function beat(query: Query): Promise<void> {
  await query(BEAT, []);
}
