import { micros, type Query, type Statement, timestamp } from "../connection/query.ts";
import { EXPIRY, eventColumns, isBlocked, NEW_DELIVERY, orderKeyOf, TEST_PAYLOAD, TEST_TYPE } from "./delivery-rows.ts";

const TEST: Statement = {
  name: "queue-test-webhook",
  text: `
    with lane as (
      update webhook_lane set next_position = next_position + 1, due_at = least(due_at, clock_timestamp())
      where endpoint_id = $1 returning endpoint_id, next_position - 1 as position
    ), given as (select uuidv7() as event_id, clock_timestamp() as at)
    insert into webhook_delivery (${NEW_DELIVERY})
    select lane.endpoint_id, event_id, '${TEST_TYPE}', at, null, null, null, event_id::text, ${TEST_PAYLOAD}, 'PENDING', position, at, ${EXPIRY}
    from lane, given returning id`,
};

/** Queues a test delivery; returns its id. */
export async function queueTest(query: Query, endpointId: string): Promise<string> {
  const [row] = await query<{ id: string }>(TEST, [endpointId]);
  return row!.id;
}

const REPLAY: Statement = {
  name: "replay-webhook-delivery",
  text: `
    with target as (
      select d.id, d.endpoint_id, d.order_key, ${isBlocked("d")} as blocked from webhook_delivery d
      where d.id = $1 and d.state in ('SUCCEEDED', 'FAILED')
    ), lane as (
      update webhook_lane l set next_position = l.next_position + 1, due_at = least(l.due_at, clock_timestamp())
      from target t where l.endpoint_id = t.endpoint_id returning l.next_position - 1 as position
    )
    update webhook_delivery d set state = case when t.blocked then 'WAITING' else 'PENDING' end,
      next_attempt_at = case when t.blocked then null else clock_timestamp() end, position = lane.position, attempts = 0,
      queued_at = clock_timestamp(), completed_at = null, expires_at = ${EXPIRY}
    from target t, lane where d.id = t.id`,
};

const RETRY_NOW: Statement = {
  name: "retry-webhook-delivery-now",
  text: `
    with retried as (
      update webhook_delivery set next_attempt_at = clock_timestamp() where id = $1 and state = 'PENDING' returning endpoint_id
    )
    update webhook_lane l set due_at = least(l.due_at, clock_timestamp()) from retried r where l.endpoint_id = r.endpoint_id`,
};

/**
 * Queues an ended delivery again, or makes a waiting delivery due now. The caller must have locked the endpoint's row of `webhook_lane`.
 */
export async function replayDelivery(query: Query, id: string): Promise<void> {
  await query(RETRY_NOW, [id]);
  await query(REPLAY, [id]);
}

export interface ReplayRange {
  endpointId: string;
  /** The start of the range in microseconds, inclusive. */
  from: number;
  /** The end of the range in microseconds, exclusive. */
  to: number;
  includeDelivered: boolean;
  limit: number;
}

export interface Replayed {
  count: number;
  hasMore: boolean;
  /** When the last queued event happened, in microseconds; null if none was queued. */
  lastAt: number | null;
}

// The index on `at` finds the range of cursors. The range ends at `webhook_head`, because the deliveries of later events are not queued
// yet.
const RANGE: Statement = {
  name: "replay-webhook-range",
  text: `
    with bounds as materialized (
      select (select min(cursor) from event where at >= ${timestamp("$2::float8")} and at < ${timestamp("$3::float8")}) as low,
        least((select max(cursor) from event where at >= ${timestamp("$2::float8")} and at < ${timestamp("$3::float8")}), h.cursor) as high
      from webhook_head h where h.id = 1
    ), due as materialized (
      select e.*, w.id as endpoint_id, ${orderKeyOf("e")} as order_key, d.id as delivery_id
      from webhook_endpoint w cross join bounds b left join app a on a.id = w.app_id
      join event e on e.cursor between b.low and b.high and (w.app_id is null or e.client_id = a.client_id)
      left join webhook_delivery d on d.endpoint_id = w.id and d.event_id = e.id
      where w.id = $1 and (w.event_types = '{}' or e.type = any(w.event_types))
        and (d.id is null or d.state = 'FAILED' or ($4 and d.state = 'SUCCEEDED'))
        and e.at >= ${timestamp("$2::float8")} and e.at < ${timestamp("$3::float8")}
      order by e.cursor limit $5 + 1
    ), placed as materialized (
      select e.*, l.next_position + row_number() over (order by e.cursor) - 1 as position,
        row_number() over (partition by e.order_key order by e.cursor) > 1 or ${isBlocked("e")} as blocked
      from (select * from due order by cursor limit $5) e join webhook_lane l on l.endpoint_id = e.endpoint_id
    ), inserted as (
      insert into webhook_delivery (${NEW_DELIVERY})
      select ${eventColumns("e")}, case when blocked then 'WAITING' else 'PENDING' end, position,
        case when blocked then null else clock_timestamp() end, ${EXPIRY}
      from placed e where delivery_id is null
    ), repeated as (
      update webhook_delivery d set state = case when e.blocked then 'WAITING' else 'PENDING' end,
        next_attempt_at = case when e.blocked then null else clock_timestamp() end, position = e.position, attempts = 0,
        queued_at = clock_timestamp(), completed_at = null, expires_at = ${EXPIRY}
      from placed e where d.id = e.delivery_id
    ), counted as (
      select count(*)::int as count, max(at) as last from placed
    ), lane as (
      update webhook_lane l set next_position = l.next_position + c.count, due_at = least(l.due_at, clock_timestamp())
      from counted c where l.endpoint_id = $1 and c.count > 0
    )
    select count, (select count(*) from due) > $5 as "hasMore", ${micros("last")} as "lastAt" from counted`,
};

/**
 * Queues the events of a time range that the endpoint did not get, in commit order. The caller must have locked the endpoint's row of
 * `webhook_lane`.
 */
export async function replayRange(query: Query, range: ReplayRange): Promise<Replayed> {
  const { endpointId, from, to, includeDelivered, limit } = range;
  const [row] = await query<Replayed>(RANGE, [endpointId, from, to, includeDelivered, limit]);
  return row!;
}
