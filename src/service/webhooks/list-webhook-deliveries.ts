import { isUuid } from "../../credential/uuid.ts";
import { listDeliveries, type WebhookDeliveryRow } from "../../store/webhooks/deliveries.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { findReadable, readsNames } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";

export interface ListWebhookDeliveriesRequest {
  endpointId: string;
  /** Null for all states. */
  state: "PENDING" | "SUCCEEDED" | "FAILED" | null;
  type: string | null;
  /** Null for the events of all installations and of the app itself. */
  installationId: string | null;
  page: PageRequest;
}

const TYPE = /^[a-z_.]{1,64}$/;

/** Deliveries, newest first. @throws RequestError NOT_FOUND, PERMISSION, PAGE_SIZE, PAGE_TOKEN */
export async function listWebhookDeliveries(
  { management }: Pick<WebhookDependencies, "management">,
  { endpointId, state, type, installationId, page }: ListWebhookDeliveriesRequest,
  call: Call,
): Promise<Page<WebhookDeliveryRow>> {
  const keyset = readPageRequest(page, ["id"]);
  return management.read(async (_em, query) => {
    await findReadable(query, endpointId, call);
    const isStorable = (type === null || TYPE.test(type)) && (installationId === null || isUuid(installationId));
    if (!isStorable) return { items: [], nextPageToken: "" };
    const asked = { endpointId, state, type, installationId, named: readsNames(call), ...keyset };
    const { shown, next } = await listDeliveries(query, asked);
    return { items: shown, nextPageToken: toPageToken(next && [next.id]) };
  });
}
