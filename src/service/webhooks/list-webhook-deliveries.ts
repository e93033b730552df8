import { listDeliveries, type WebhookDeliveryRow } from "../../store/webhooks/deliveries.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { findReadable } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";

export interface ListWebhookDeliveriesRequest {
  endpointId: string;
  /** Null for all states. */
  state: "PENDING" | "SUCCEEDED" | "FAILED" | null;
  type: string | null;
  page: PageRequest;
}

const TYPE = /^[a-z_.]{1,64}$/;

/** Deliveries, newest first. @throws RequestError NOT_FOUND, PERMISSION, PAGE_SIZE, PAGE_TOKEN */
export async function listWebhookDeliveries(
  { management }: Pick<WebhookDependencies, "management">,
  { endpointId, state, type, page }: ListWebhookDeliveriesRequest,
  call: Call,
): Promise<Page<WebhookDeliveryRow>> {
  const keyset = readPageRequest(page, ["id"]);
  return management.read(async (_em, query) => {
    await findReadable(query, endpointId, call);
    if (type !== null && !TYPE.test(type)) return { items: [], nextPageToken: "" };
    const { shown, next } = await listDeliveries(query, { endpointId, state, type, ...keyset });
    return { items: shown, nextPageToken: toPageToken(next && [next.id]) };
  });
}
