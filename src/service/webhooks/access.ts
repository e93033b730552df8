import { isUuid } from "../../credential/uuid.ts";
import type { Management, ManagementTransaction } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import { findDelivery, type WebhookDeliveryDetails } from "../../store/webhooks/deliveries.ts";
import { lockLane } from "../../store/webhooks/endpoint-state.ts";
import { findEndpoint, lockEndpoint, type WebhookEndpointRow } from "../../store/webhooks/endpoints.ts";
import { type AppAccess, checkAccess } from "../apps/access.ts";
import { requireOperator, teamRoleOf } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";

type Access = Extract<AppAccess, "read" | "write">;

/** Checks access to the platform-wide endpoints. @throws RequestError OPERATOR_ONLY, PERMISSION */
export function checkPlatformAccess(call: Call): void {
  requireOperator(call, "Only an operator manages platform-wide webhooks.");
  if (call.actor !== null || call.caller.permissions.has("events:read")) return;
  throw new RequestError(
    "permission_denied",
    "PERMISSION",
    "Platform-wide webhooks need the permission events:read, because they get all events.",
  );
}

/** Locks the queue of an endpoint, then the endpoint. @throws RequestError NOT_FOUND, DEVELOPER_ONLY, PERMISSION */
export async function lockWritable(
  tx: ManagementTransaction,
  endpointId: string,
  call: Call,
): Promise<WebhookEndpointRow> {
  if (!isUuid(endpointId)) throw endpointNotFound();
  await lockLane(tx.query, endpointId);
  return checked(await lockEndpoint(tx.query, endpointId), call, "write");
}

/** @throws RequestError NOT_FOUND, PERMISSION */
export async function findReadable(query: Query, endpointId: string, call: Call): Promise<WebhookEndpointRow> {
  return checked(isUuid(endpointId) ? await findEndpoint(query, endpointId) : null, call, "read");
}

/** Finds a delivery whose endpoint the caller may read. @throws RequestError NOT_FOUND, PERMISSION */
export async function findReadableDelivery(
  management: Management,
  deliveryId: string,
  call: Call,
): Promise<WebhookDeliveryDetails> {
  return management.read(async (_em, query) => {
    const delivery = isUuid(deliveryId) ? await findDelivery(query, deliveryId, readsNames(call)) : null;
    if (delivery === null) throw deliveryNotFound();
    await findReadable(query, delivery.endpointId, call);
    return delivery;
  });
}

/** True if deliveries have the names of the merchants: they are not in the events. */
export function readsNames({ actor, caller }: Call): boolean {
  return actor !== null || caller.permissions.has("installations:read");
}

function checked(endpoint: WebhookEndpointRow | null, call: Call, access: Access): WebhookEndpointRow {
  if (endpoint === null) throw endpointNotFound();
  if (endpoint.developerId !== null) {
    const { actor } = call;
    const isVisible = actor === null || actor.operator || teamRoleOf(actor, endpoint.developerId) !== null;
    if (!isVisible) throw endpointNotFound();
    checkAccess(call, endpoint.developerId, access);
    return endpoint;
  }
  if (call.actor !== null && !call.actor.operator) throw endpointNotFound();
  checkPlatformAccess(call);
  return endpoint;
}

export function endpointNotFound(): RequestError {
  return new RequestError("not_found", "NOT_FOUND", "There is no such webhook endpoint.");
}

export function deliveryNotFound(): RequestError {
  return new RequestError("not_found", "NOT_FOUND", "There is no such webhook delivery.");
}

/** @throws RequestError STATE for a disabled endpoint */
export function requireActive({ state }: WebhookEndpointRow): void {
  if (state === "ACTIVE") return;
  throw new RequestError("failed_precondition", "STATE", "The endpoint is disabled. Enable it first.");
}
