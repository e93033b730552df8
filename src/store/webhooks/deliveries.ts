import type { WebhookAttemptResult, WebhookDeliveryState } from "../../model/webhook.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { pageOfScan, rowNumber, type Scanned, scanLimit } from "../connection/scan.ts";
import { LAST_ID } from "../connection/uuid-range.ts";
import { TEST_TYPE } from "./delivery-rows.ts";

/** A delivery. Timestamps in microseconds. */
export interface WebhookDeliveryRow {
  id: string;
  endpointId: string;
  eventId: string;
  type: string;
  /** True for a delivery of SendTestWebhook, which has no event. */
  test: boolean;
  clientId: string | null;
  merchantId: string | null;
  /** Null unless it was asked for. */
  merchantName: string | null;
  installationId: string | null;
  state: WebhookDeliveryState;
  attempts: number;
  /** All attempts, those before a replay included. */
  totalAttempts: number;
  createdAt: number;
  nextAttemptAt: number | null;
  completedAt: number | null;
  lastResult: WebhookAttemptResult | null;
  lastStatus: number | null;
  lastDurationMs: number | null;
}

/** A delivery with the body of its request. */
export type WebhookDeliveryDetails = WebhookDeliveryRow & { payload: string };

/** SQL: the columns. @param named true for rows with the merchant's name */
const columns = (named: string) => `
  d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.type, d.type = '${TEST_TYPE}' as test, d.client_id as "clientId", d.merchant_id as "merchantId",
  d.installation_id as "installationId", d.state, d.attempts, ${micros("d.created_at")} as "createdAt",
  ${micros("d.next_attempt_at")} as "nextAttemptAt", ${micros("d.completed_at")} as "completedAt", d.last_result as "lastResult",
  d.last_status as "lastStatus", d.last_duration_ms as "lastDurationMs",
  (select count(*)::int from webhook_attempt where delivery_id = d.id) as "totalAttempts",
  case when ${named} then (select name from merchant where id = d.merchant_id) end as "merchantName"`;

const FIND: Statement = {
  name: "find-webhook-delivery",
  text: `select ${columns("$2::bool")}, d.payload from webhook_delivery d where d.id = $1`,
};

/** Null if unknown. @param named true for the merchant's name */
export async function findDelivery(query: Query, id: string, named = false): Promise<WebhookDeliveryDetails | null> {
  const [row] = await query<WebhookDeliveryDetails>(FIND, [id, named]);
  return row ?? null;
}

export interface DeliveryListQuery {
  endpointId: string;
  /** Null for all states; PENDING includes WAITING. */
  state: Exclude<WebhookDeliveryState, "WAITING"> | null;
  type: string | null;
  installationId: string | null;
  /** True for the merchants' names. */
  named: boolean;
  limit: number;
  /** The id of the previous page's last row. */
  after: string[] | null;
}

const MATCHES = `($3::text is null or d.state = $3 or ($3 = 'PENDING' and d.state = 'WAITING')) and ($4::text is null or d.type = $4)
      and ($7::uuid is null or d.installation_id = $7)`;

const LIST: Statement = {
  name: "list-webhook-deliveries",
  text: `
    select ${columns("$8::bool")}, ${MATCHES} as matches, d.n = $5 as last
    from (
      select d.*, ${rowNumber("d.id desc")} as n from webhook_delivery d
      where d.endpoint_id = $1 and d.id < $2 order by d.id desc limit $5
    ) d where ${MATCHES} or d.n = $5 order by d.id desc limit $6`,
};

/** One page, newest first. */
export async function listDeliveries(query: Query, list: DeliveryListQuery) {
  const { endpointId, state, type, installationId, named, limit, after } = list;
  const scanned = scanLimit(limit, state !== null || type !== null || installationId !== null);
  const values = [endpointId, after?.[0] ?? LAST_ID, state, type, scanned, limit + 1, installationId, named];
  return pageOfScan(await query<WebhookDeliveryRow & Scanned>(LIST, values), limit);
}

export interface WebhookAttemptRow {
  /** Microseconds of the clock of the process that made the attempt. */
  at: number;
  durationMs: number;
  url: string;
  result: WebhookAttemptResult;
  status: number | null;
  responseBody: string | null;
}

const ATTEMPTS: Statement = {
  name: "list-webhook-attempts",
  text: `
    select ${micros("at")} as at, duration_ms as "durationMs", url, result, status, response_body as "responseBody"
    from webhook_attempt where delivery_id = $1 order by id desc limit 50`,
};

/** The last 50 attempts, newest first. */
export function listAttempts(query: Query, deliveryId: string): Promise<WebhookAttemptRow[]> {
  return query(ATTEMPTS, [deliveryId]);
}
