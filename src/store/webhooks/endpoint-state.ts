import type { WebhookDisabledReason } from "../../model/webhook.ts";
import type { Query, Statement } from "../connection/query.ts";
import { EXPIRY } from "./delivery-rows.ts";

// Attempts in progress are completed. No others start, because no process claims a lane without `due_at`.
const DISABLE: Statement = {
  name: "disable-webhook-endpoint",
  text: `
    with lane as (update webhook_lane set due_at = null where endpoint_id = $1)
    update webhook_endpoint
    set state = 'DISABLED', disabled_reason = $2, disabled_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = $1 and state = 'ACTIVE' returning 1`,
};

/** Stops the deliveries to an endpoint; false if they are already stopped. */
export async function disableEndpoint(query: Query, id: string, reason: WebhookDisabledReason): Promise<boolean> {
  return (await query(DISABLE, [id, reason])).length > 0;
}

/** The maximum number of deliveries of one transaction. */
const REQUEUE = 5_000;

// Selects only deliveries queued before the endpoint was disabled. The update renews `queued_at`, so the next call takes the rest.
const requeue = (limit: string) => `
      update webhook_delivery set next_attempt_at = case when state = 'PENDING' then clock_timestamp() end,
        queued_at = clock_timestamp(), attempts = 0, expires_at = ${EXPIRY}
      where id = any(array(
        select d.id from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
        where d.endpoint_id = $1 and d.state in ('PENDING', 'WAITING') and d.queued_at < w.disabled_at ${limit}
      ))`;

const REQUEUE_SOME: Statement = { name: "requeue-webhooks", text: `${requeue(`limit ${REQUEUE}`)} returning 1` };

/**
 * Restarts the retry period of queued deliveries of a disabled endpoint; true if more deliveries may be left. The caller must have locked
 * the lane.
 */
export async function requeueDeliveries(query: Query, id: string): Promise<boolean> {
  return (await query(REQUEUE_SOME, [id])).length === REQUEUE;
}

// Events since the endpoint was disabled are not delivered.
const ENABLE: Statement = {
  name: "enable-webhook-endpoint",
  text: `
    with waiting as (${requeue("")}
    ), lane as (
      update webhook_lane set due_at = clock_timestamp() where endpoint_id = $1
    )
    update webhook_endpoint w
    set state = 'ACTIVE', disabled_reason = null, disabled_at = null, failing_since = null, updated_at = clock_timestamp(),
      from_cursor = h.cursor
    from event_head h where w.id = $1 and h.id = 1`,
};

// Uses the index `webhook_delivery_order`. The first delivery of an `order_key` is WAITING only if retention has removed the delivery
// before it.
const PROMOTE: Statement = {
  name: "promote-webhooks",
  text: `
    update webhook_delivery set state = 'PENDING', next_attempt_at = clock_timestamp()
    where id = any(array(
      select h.id from (
        select distinct on (order_key) id, state from webhook_delivery
        where endpoint_id = $1 and state in ('PENDING', 'WAITING') order by order_key, position
      ) h where h.state = 'WAITING'
    ))`,
};

/**
 * Starts the deliveries to an endpoint again, including those that were queued when it was disabled. Call `requeueDeliveries` first, and
 * lock the lane.
 */
export async function enableEndpoint(query: Query, id: string): Promise<void> {
  await query(ENABLE, [id]);
  // Must be a statement of its own: ENABLE may have waited for retention, and a statement that waited reads rows as they were before the
  // wait.
  await query(PROMOTE, [id]);
}

const LOCK_LANE: Statement = {
  name: "lock-webhook-lane",
  text: "select 1 from webhook_lane where endpoint_id = $1 for update",
};

/**
 * Locks the queue of an endpoint. Must be a statement of its own, because a statement that waits for a lock reads other rows as they were
 * before the wait.
 */
export async function lockLane(query: Query, endpointId: string): Promise<void> {
  await query(LOCK_LANE, [endpointId]);
}
