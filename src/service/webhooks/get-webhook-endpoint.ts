import { countPending } from "../../store/webhooks/endpoints.ts";
import type { Call } from "../call.ts";
import { findReadable } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";
import { type EndpointDetails, withSecrets } from "./endpoint-details.ts";

export interface WebhookEndpointOverview extends EndpointDetails {
  /** The number of deliveries that have not ended, counted up to 1,000. */
  pendingCount: number;
}

const COUNT_LIMIT = 1_000;

/** @throws RequestError NOT_FOUND, PERMISSION */
export async function getWebhookEndpoint(
  { management }: Pick<WebhookDependencies, "management">,
  { endpointId }: { endpointId: string },
  call: Call,
): Promise<WebhookEndpointOverview> {
  return management.read(async (_em, query) => {
    const endpoint = await findReadable(query, endpointId, call);
    const [details] = await withSecrets(query, [endpoint]);
    return { ...details!, pendingCount: await countPending(query, endpointId, COUNT_LIMIT) };
  });
}
