import type { WebhookDisabledReason } from "../../model/webhook.ts";
import type { Query, Statement } from "../connection/query.ts";

// Deliveries in progress end; no others start, because a lane without due_at is claimed by no process.
const DISABLE: Statement = {
  name: "disable-webhook-endpoint",
  text: `
    with lane as (update webhook_lane set due_at = null where endpoint_id = $1)
    update webhook_endpoint
    set state = 'DISABLED', disabled_reason = $2, disabled_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = $1 and state = 'ACTIVE' returning 1`,
};

/** Stops the deliveries to an endpoint; false if they are stopped already. */
export async function disableEndpoint(query: Query, id: string, reason: WebhookDisabledReason): Promise<boolean> {
  return (await query(DISABLE, [id, reason])).length > 0;
}

// Queued deliveries get their full time again. Events since the endpoint was disabled are not delivered.
const ENABLE: Statement = {
  name: "enable-webhook-endpoint",
  text: `
    with waiting as (
      update webhook_delivery set next_attempt_at = clock_timestamp(), queued_at = clock_timestamp(), attempts = 0
      where endpoint_id = $1 and state = 'PENDING'
    ), lane as (
      update webhook_lane set due_at = clock_timestamp() where endpoint_id = $1
    )
    update webhook_endpoint w
    set state = 'ACTIVE', disabled_reason = null, disabled_at = null, failing_since = null, updated_at = clock_timestamp(),
      from_cursor = h.cursor
    from event_head h where w.id = $1 and h.id = 1`,
};

/** Starts the deliveries to an endpoint again, with those that were queued when it was disabled. Its lane must be locked. */
export async function enableEndpoint(query: Query, id: string): Promise<void> {
  await query(ENABLE, [id]);
}

const LOCK_LANE: Statement = {
  name: "lock-webhook-lane",
  text: "select 1 from webhook_lane where endpoint_id = $1 for update",
};

/** Locks the queue of an endpoint. Must be a statement of its own: one that waits reads rows as they were before. */
export async function lockLane(query: Query, endpointId: string): Promise<void> {
  await query(LOCK_LANE, [endpointId]);
}
