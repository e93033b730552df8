import type { AuditDetail } from "../../model/audit-detail.ts";
import type { WebhookEndpointState } from "../../model/webhook.ts";
import { disableEndpoint, enableEndpoint, requeueDeliveries } from "../../store/webhooks/endpoint-state.ts";
import { type EndpointFields, updateEndpoint } from "../../store/webhooks/endpoints.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { lockWritable } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";
import { type EndpointDetails, loadDetails } from "./endpoint-details.ts";
import { validateEndpoint } from "./endpoint-fields.ts";

export interface UpdateWebhookEndpointRequest extends EndpointFields {
  endpointId: string;
  /** Null keeps the state. */
  state: WebhookEndpointState | null;
}

/** @throws RequestError NOT_FOUND, DEVELOPER_ONLY, PERMISSION, INVALID */
export async function updateWebhookEndpoint(
  deps: WebhookDependencies,
  { endpointId, state, ...given }: UpdateWebhookEndpointRequest,
  call: Call,
): Promise<EndpointDetails> {
  // Runs in separate transactions, because an endpoint may have more deliveries than one statement can change within its timeout.
  if (state === "ACTIVE") while (await requeueSome(deps, endpointId, call)) {}
  return deps.management.transactional(async (tx) => {
    const endpoint = await lockWritable(tx, endpointId, call);
    const fields = validateEndpoint(given, { ...deps, savedUrl: endpoint.url });
    await updateEndpoint(tx.query, endpointId, fields);
    if (state !== null && state !== endpoint.state) {
      if (state === "ACTIVE") await enableEndpoint(tx.query, endpointId);
      else await disableEndpoint(tx.query, endpointId, "REQUESTED");
    }
    const detail: AuditDetail = {
      endpointId,
      url: fields.url,
      eventTypes: fields.eventTypes,
      state: state ?? endpoint.state,
    };
    recordAudit(tx, call, { action: "webhook.update", clientId: endpoint.clientId, detail });
    return loadDetails(tx.query, endpointId);
  });
}

function requeueSome({ management }: WebhookDependencies, endpointId: string, call: Call): Promise<boolean> {
  return management.transactional(async (tx) => {
    const { state } = await lockWritable(tx, endpointId, call);
    return state === "DISABLED" && requeueDeliveries(tx.query, endpointId);
  });
}
