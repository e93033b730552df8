/** The number of days for which a delivery and its attempts are kept after it is queued; the same as for events of the outbox. */
export const KEPT_DAYS = 30;

/** SQL: the expiry of a row that is written now. */
export const EXPIRY = `clock_timestamp() + interval '${KEPT_DAYS} days'`;

/** SQL: a time of a payload, in RFC 3339 with microseconds. */
function toRfc3339(at: string): string {
  return `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/**
 * SQL: the body of the request for an event of the outbox. Fields without a value are null.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Payload structure"
 */
export function payloadOf(e: string): string {
  return `json_build_object('type', ${e}.type, 'timestamp', ${toRfc3339(`${e}.at`)}, 'data', json_build_object(
      'event_id', ${e}.id, 'sequence', ${e}.sequence, 'client_id', nullif(${e}.client_id, ''), 'merchant_id', ${e}.merchant_id,
      'installation_id', ${e}.installation_id, 'installation_version', ${e}.installation_version, 'scopes', ${e}.scopes,
      'endpoint_id', ${e}.disabled_endpoint_id, 'secret_id', ${e}.expiring_secret_id))::text`;
}

/** The type of deliveries of SendTestWebhook, which have no event. */
export const TEST_TYPE = "webhook.test";

/** SQL: the body of a test. */
export const TEST_PAYLOAD = `json_build_object('type', '${TEST_TYPE}', 'timestamp', ${toRfc3339("clock_timestamp()")}, 'data', json_build_object())::text`;

/** SQL: the order key of an event. The deliveries of an endpoint with the same key are made one after another. */
export function orderKeyOf(e: string): string {
  return `coalesce(${e}.installation_id::text, ${e}.client_id)`;
}

/** SQL: true if an earlier delivery with the key of `row` has not ended. */
export function isBlocked(row: string): string {
  return `exists (
      select from webhook_delivery b
      where b.endpoint_id = ${row}.endpoint_id and b.order_key = ${row}.order_key and b.state in ('PENDING', 'WAITING')
    )`;
}

/** SQL: the columns of a new delivery of an event, in the order of `eventColumns`. */
export const NEW_DELIVERY =
  "endpoint_id, event_id, type, at, client_id, merchant_id, installation_id, order_key, payload, state, position, next_attempt_at, expires_at";

/**
 * SQL: the values for the columns of `NEW_DELIVERY` before `payload`, from a row with the columns of `event`, `endpoint_id` and
 * `order_key`.
 */
export function eventColumns(e: string): string {
  return `${e}.endpoint_id, ${e}.id, ${e}.type, ${e}.at, nullif(${e}.client_id, ''), ${e}.merchant_id, ${e}.installation_id, ${e}.order_key, ${payloadOf(e)}`;
}
