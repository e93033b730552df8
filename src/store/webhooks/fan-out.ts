import type { Query, Statement } from "../connection/query.ts";
import { EXPIRY, eventColumns, isBlocked, NEW_DELIVERY, orderKeyOf } from "./delivery-rows.ts";

/** The maximum number of events of one transaction. */
const BATCH = 500;

const LOCK_HEAD: Statement = {
  name: "lock-webhook-head",
  text: `
    select h.cursor::float8 as after, least(h.cursor + ${BATCH}, e.cursor)::float8 as until, e.cursor::float8 as newest
    from webhook_head h, event_head e where h.id = 1 and e.id = 1 for update of h skip locked`,
};

// Locks in the order of the ids, like every statement that locks several lanes.
const LOCK_LANES: Statement = {
  name: "lock-webhook-lanes",
  text: `
    with apps as materialized (
      select distinct client_id from event where cursor > $1 and cursor <= $2
    ), matching as materialized (
      select w.id from webhook_endpoint w where w.app_id is null and w.state = 'ACTIVE'
      union
      select w.id from apps join app a on a.client_id = apps.client_id join webhook_endpoint w on w.app_id = a.id
      where w.state = 'ACTIVE'
    )
    select endpoint_id as id from webhook_lane where endpoint_id = any(array(select id from matching))
    order by endpoint_id for update`,
};

const DISTRIBUTE: Statement = {
  name: "distribute-events",
  text: `
    with matching as materialized (
      select e.*, w.id as endpoint_id, ${orderKeyOf("e")} as order_key
      from event e cross join webhook_endpoint w left join app a on a.id = w.app_id
      where e.cursor > $1 and e.cursor <= $2 and w.id = any($3::uuid[]) and w.state = 'ACTIVE' and e.cursor > w.from_cursor
        and (w.event_types = '{}' or e.type = any(w.event_types)) and (w.app_id is null or e.client_id = a.client_id)
    ), placed as materialized (
      select e.*, l.next_position + row_number() over (partition by e.endpoint_id order by e.cursor) - 1 as position,
        row_number() over (partition by e.endpoint_id, e.order_key order by e.cursor) > 1 or ${isBlocked("e")} as blocked
      from matching e join webhook_lane l on l.endpoint_id = e.endpoint_id
    ), created as (
      insert into webhook_delivery (${NEW_DELIVERY})
      select ${eventColumns("e")}, case when blocked then 'WAITING' else 'PENDING' end, position,
        case when blocked then null else clock_timestamp() end, ${EXPIRY}
      from placed e
    ), head as (
      update webhook_head set cursor = $2 where id = 1
    )
    update webhook_lane l set next_position = l.next_position + c.count, due_at = least(l.due_at, clock_timestamp())
    from (select endpoint_id, count(*) as count from placed group by 1) c where l.endpoint_id = c.endpoint_id
    returning c.count::int as count`,
};

export interface Distributed {
  /** The number of deliveries that were queued. */
  deliveries: number;
  /** True if more events are left. */
  hasMore: boolean;
}

/**
 * Queues the deliveries of the next events: one for each endpoint that gets the event. Null while another process does the same. The
 * position in the outbox changes in the same transaction, so the deliveries of an event are queued only once.
 */
export async function distributeEvents(query: Query): Promise<Distributed | null> {
  const [head] = await query<{ after: number; until: number; newest: number }>(LOCK_HEAD, []);
  if (head === undefined) return null;
  const { after, until, newest } = head;
  if (until <= after) return { deliveries: 0, hasMore: false };
  const lanes = await query<{ id: string }>(LOCK_LANES, [after, until]);
  const ids = lanes.map(({ id }) => id);
  const queued = await query<{ count: number }>(DISTRIBUTE, [after, until, ids]);
  return { deliveries: queued.reduce((sum, { count }) => sum + count, 0), hasMore: until < newest };
}
