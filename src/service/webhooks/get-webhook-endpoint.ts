import { countDeliveries, type DeliveryCounts } from "../../store/webhooks/delivery-counts.ts";
import { countPending } from "../../store/webhooks/endpoints.ts";
import type { Call } from "../call.ts";
import { findReadable } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";
import { type EndpointDetails, withSecrets } from "./endpoint-details.ts";

export interface WebhookEndpointOverview extends EndpointDetails {
  /** The number of deliveries that have not ended, counted up to 1,000. */
  pendingCount: number;
  /** Null if the request does not ask for them. */
  counts: DeliveryCounts | null;
}

const COUNT_LIMIT = 1_000;
/** The newest deliveries that are counted, by state and for these days. */
const NEWEST = { limit: 2_000, days: 30 };

/** @throws RequestError NOT_FOUND, PERMISSION */
export async function getWebhookEndpoint(
  { management }: Pick<WebhookDependencies, "management">,
  { endpointId, includeCounts = false }: { endpointId: string; includeCounts?: boolean },
  call: Call,
): Promise<WebhookEndpointOverview> {
  return management.read(async (_em, query) => {
    const endpoint = await findReadable(query, endpointId, call);
    const [details] = await withSecrets(query, [endpoint]);
    const pendingCount = await countPending(query, endpointId, COUNT_LIMIT);
    return {
      ...details!,
      pendingCount,
      counts: includeCounts ? await countDeliveries(query, { endpointId, ...NEWEST }) : null,
    };
  });
}
