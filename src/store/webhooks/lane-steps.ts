import { micros, type Query, type Statement, timestamp } from "../connection/query.ts";
import type { WebhookAttemptRow } from "./deliveries.ts";
import { KEPT_DAYS, TEST_TYPE } from "./delivery-rows.ts";

/** An attempt that has ended, and its consequence. */
export interface SettledAttempt extends WebhookAttemptRow {
  deliveryId: string;
  next: "SUCCEEDED" | "FAILED" | "PENDING";
  /** Milliseconds until the next attempt of a PENDING delivery. */
  delayMs: number;
}

// The end of a delivery makes the next delivery with the same `order_key` due. No delivery is added meanwhile, because that needs the lock
// on the lane.
const SETTLE: Statement = {
  name: "settle-webhook-attempts",
  text: `
    with given as materialized (
      select * from jsonb_to_recordset($1::jsonb) as given("deliveryId" uuid, next text, "delayMs" float8, at float8, "durationMs" int,
        url text, result text, status smallint, "responseBody" text)
    ), settled as (
      update webhook_delivery d set state = g.next, attempts = d.attempts + 1, last_result = g.result, last_status = g.status,
        last_duration_ms = g."durationMs", completed_at = case when g.next <> 'PENDING' then clock_timestamp() end,
        next_attempt_at = case when g.next = 'PENDING' then clock_timestamp() + g."delayMs" * interval '1 millisecond' end
      from given g where d.id = g."deliveryId" and d.state = 'PENDING'
      returning d.id, d.endpoint_id, d.order_key, d.state
    ), recorded as (
      insert into webhook_attempt (delivery_id, at, duration_ms, url, result, status, response_body, expires_at)
      select g."deliveryId", ${timestamp("g.at")}, g."durationMs", g.url, g.result, g.status, g."responseBody",
        clock_timestamp() + interval '${KEPT_DAYS} days'
      from given g join settled s on s.id = g."deliveryId"
    )
    update webhook_delivery d set state = 'PENDING', next_attempt_at = clock_timestamp()
    where d.id = any(array(
      select f.id from settled s cross join lateral (
        select w.id from webhook_delivery w
        where w.endpoint_id = s.endpoint_id and w.order_key = s.order_key and w.state = 'WAITING'
        order by w.position limit 1
      ) f where s.state <> 'PENDING'
    ))`,
};

/** Stores attempts and makes the next delivery of each installation due. The caller must have locked the lane. */
export async function settleAttempts(query: Query, attempts: readonly SettledAttempt[]): Promise<void> {
  await query(SETTLE, [JSON.stringify(attempts)]);
}

/** A delivery to attempt, and its endpoint. */
export interface DueDelivery {
  id: string;
  eventId: string;
  payload: string;
  /** The number of attempts since the delivery was queued. */
  attempts: number;
  /** Seconds since the delivery was queued. */
  ageSeconds: number;
  url: string;
  test: boolean;
  clientId: string | null;
  /** When the endpoint or its secrets last changed, in microseconds. */
  endpointVersion: number;
}

export interface LaneLoad {
  endpointId: string;
  /** The ids of deliveries that this process is attempting. */
  inFlight: readonly string[];
  limit: number;
}

// The time is a subselect so that it can be an index condition, as in `claimJobs`: a failing endpoint may have many waiting deliveries.
const LOAD: Statement = {
  name: "load-due-webhooks",
  text: `
    with due as materialized (
      select d.id, d.event_id, d.type, d.payload, d.attempts, d.queued_at, d.next_attempt_at, d.position from webhook_delivery d
      where d.endpoint_id = $1 and d.state = 'PENDING' and d.next_attempt_at <= (select clock_timestamp()) and d.id <> all($2::uuid[])
        and exists (select from webhook_endpoint where id = $1 and state = 'ACTIVE')
      order by d.next_attempt_at, d.position limit $3
    ), lane as (
      update webhook_lane set due_at = (
        select d.next_attempt_at from webhook_delivery d
        where d.endpoint_id = $1 and d.state = 'PENDING' and d.id <> all($2::uuid[]) and d.id <> all(array(select id from due))
          and exists (select from webhook_endpoint where id = $1 and state = 'ACTIVE')
        order by d.next_attempt_at, d.position limit 1
      ) where endpoint_id = $1
    )
    select d.id, d.event_id as "eventId", d.payload, d.attempts, w.url, d.type = '${TEST_TYPE}' as test, a.client_id as "clientId",
      extract(epoch from clock_timestamp() - d.queued_at)::float8 as "ageSeconds", ${micros("w.updated_at")} as "endpointVersion"
    from due d cross join webhook_endpoint w left join app a on a.id = w.app_id where w.id = $1
    order by d.next_attempt_at, d.position`,
};

/** Reads deliveries to attempt, and stores when the next one becomes due. The caller must have locked the lane. */
export function loadDue(query: Query, { endpointId, inFlight, limit }: LaneLoad): Promise<DueDelivery[]> {
  return query(LOAD, [endpointId, inFlight, limit]);
}

const RELEASE: Statement = {
  name: "release-webhook-lane",
  text: "update webhook_lane set holder = null, leased_until = null where endpoint_id = $1",
};

/** Ends the lease of a lane. The caller must have locked the lane. */
export async function releaseLane(query: Query, endpointId: string): Promise<void> {
  await query(RELEASE, [endpointId]);
}
