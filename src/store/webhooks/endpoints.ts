import type { WebhookAttemptResult, WebhookDisabledReason, WebhookEndpointState } from "../../model/webhook.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";

/** An endpoint. Timestamps in microseconds. */
export interface WebhookEndpointRow {
  id: string;
  /** Null for a platform-wide endpoint, like `developerId`. */
  clientId: string | null;
  developerId: string | null;
  url: string;
  description: string;
  /** Empty means all types. */
  eventTypes: string[];
  state: WebhookEndpointState;
  disabledReason: WebhookDisabledReason | null;
  disabledAt: number | null;
  failingSince: number | null;
  /** The number of deliveries that are attempted again after a failure; at most 100. */
  retrying: number;
  /** The creation of the newest delivery; null without deliveries, as the two results of its last attempt. */
  lastDeliveryAt: number | null;
  lastResult: WebhookAttemptResult | null;
  lastStatus: number | null;
  createdAt: number;
  updatedAt: number;
}

// The index of the due deliveries, read backwards, begins with those that are attempted again: new ones are due at once.
const RETRYING = `(
    select count(*)::int from (
      select d.attempts from webhook_delivery d where d.endpoint_id = w.id and d.state = 'PENDING' order by d.next_attempt_at desc limit 100
    ) newest where attempts > 0
  )`;

const COLUMNS = `
  w.id, a.client_id as "clientId", a.developer_id as "developerId", w.url, w.description, w.event_types as "eventTypes", w.state,
  w.disabled_reason as "disabledReason", ${micros("w.disabled_at")} as "disabledAt", ${micros("w.failing_since")} as "failingSince",
  ${micros("w.created_at")} as "createdAt", ${micros("w.updated_at")} as "updatedAt",
  ${RETRYING} as retrying, ${micros("n.created_at")} as "lastDeliveryAt", n.last_result as "lastResult", n.last_status as "lastStatus"`;
const TABLES = `webhook_endpoint w left join app a on a.id = w.app_id left join lateral (
    select d.created_at, d.last_result, d.last_status from webhook_delivery d where d.endpoint_id = w.id order by d.id desc limit 1
  ) n on true`;

const FIND: Statement = {
  name: "find-webhook-endpoint",
  prepared: true,
  text: `select ${COLUMNS} from ${TABLES} where w.id = $1`,
};

/** Null if unknown. */
export async function findEndpoint(query: Query, id: string): Promise<WebhookEndpointRow | null> {
  const [row] = await query<WebhookEndpointRow>(FIND, [id]);
  return row ?? null;
}

const LOCK: Statement = {
  name: "lock-webhook-endpoint",
  text: `select ${COLUMNS} from ${TABLES} where w.id = $1 for update of w`,
};

/** Locks the endpoint; null if unknown. */
export async function lockEndpoint(query: Query, id: string): Promise<WebhookEndpointRow | null> {
  const [row] = await query<WebhookEndpointRow>(LOCK, [id]);
  return row ?? null;
}

const LIST: Statement = {
  name: "list-webhook-endpoints",
  prepared: true,
  text: `select ${COLUMNS} from ${TABLES} where w.app_id = $1 order by w.id limit $2`,
};
const LIST_PLATFORM: Statement = {
  name: "list-platform-webhook-endpoints",
  text: `select ${COLUMNS} from ${TABLES} where w.app_id is null order by w.id limit $1`,
};

/** The endpoints of an app, oldest first; the platform-wide endpoints if `appId` is null. */
export function listEndpoints(query: Query, appId: string | null, limit: number): Promise<WebhookEndpointRow[]> {
  return appId === null ? query(LIST_PLATFORM, [limit]) : query(LIST, [appId, limit]);
}

const APP: Statement = {
  name: "lock-app-for-webhooks",
  text: `select id, developer_id as "developerId", state from app where client_id = $1 for update`,
};

/** Locks the app, so that concurrent creations of endpoints count each other; null if unknown. */
export async function lockAppOfEndpoints(query: Query, clientId: string) {
  const [row] = await query<{ id: string; developerId: string; state: string }>(APP, [clientId]);
  return row ?? null;
}

const LOCK_PLATFORM: Statement = {
  name: "lock-platform-webhooks",
  text: "select 1 from webhook_head where id = 1 for update",
};

/** Serializes the creations of platform-wide endpoints. */
export async function lockPlatformEndpoints(query: Query): Promise<void> {
  await query(LOCK_PLATFORM, []);
}

export interface EndpointFields {
  url: string;
  description: string;
  eventTypes: readonly string[];
}

const INSERT: Statement = {
  name: "insert-webhook-endpoint",
  text: `
    with created as (
      insert into webhook_endpoint (app_id, created_by_id, url, description, event_types, from_cursor)
      select $1, $2, $3, $4, $5, cursor from event_head where id = 1 returning id
    )
    insert into webhook_lane (endpoint_id) select id from created returning endpoint_id as id`,
};

/** Creates an endpoint that gets the events from now on, and its lane; returns the id of the endpoint. */
export async function insertEndpoint(
  query: Query,
  { appId, createdBy, ...fields }: EndpointFields & { appId: string | null; createdBy: string | null },
): Promise<string> {
  const values = [appId, createdBy, fields.url, fields.description, fields.eventTypes];
  const [row] = await query<{ id: string }>(INSERT, values);
  return row!.id;
}

const UPDATE: Statement = {
  name: "update-webhook-endpoint",
  text: `
    update webhook_endpoint set url = $2, description = $3, event_types = $4, updated_at = clock_timestamp() where id = $1`,
};

export async function updateEndpoint(query: Query, id: string, fields: EndpointFields): Promise<void> {
  await query(UPDATE, [id, fields.url, fields.description, fields.eventTypes]);
}

const TOUCH: Statement = {
  name: "touch-webhook-endpoint",
  text: "update webhook_endpoint set updated_at = clock_timestamp() where id = $1",
};

/** Makes dispatchers read the endpoint's secrets again. */
export async function touchEndpoint(query: Query, id: string): Promise<void> {
  await query(TOUCH, [id]);
}

const DELETE: Statement = {
  name: "delete-webhook-endpoint",
  text: `
    with secrets as (delete from webhook_secret where endpoint_id = $1), lane as (delete from webhook_lane where endpoint_id = $1)
    delete from webhook_endpoint where id = $1`,
};

/** Deletes an endpoint, its secrets and its lane. Its deliveries stay until they expire. */
export async function deleteEndpoint(query: Query, id: string): Promise<void> {
  await query(DELETE, [id]);
}

const PENDING: Statement = {
  name: "count-pending-webhook-deliveries",
  text: `
    select count(*)::int as count
    from (select 1 from webhook_delivery where endpoint_id = $1 and state in ('PENDING', 'WAITING') limit $2) d`,
};

/** Counts the deliveries that have not ended, up to `limit`. */
export async function countPending(query: Query, id: string, limit: number): Promise<number> {
  const [row] = await query<{ count: number }>(PENDING, [id, limit]);
  return row!.count;
}
