import type { Query } from "../../store/connection/query.ts";
import { findEndpoint, type WebhookEndpointRow } from "../../store/webhooks/endpoints.ts";
import { listSecrets, type WebhookSecretRow } from "../../store/webhooks/secrets.ts";
import { endpointNotFound } from "./access.ts";

/** An endpoint with its secrets, oldest first. */
export interface EndpointDetails {
  endpoint: WebhookEndpointRow;
  secrets: WebhookSecretRow[];
}

/** The current state of an endpoint. @throws RequestError NOT_FOUND */
export async function loadDetails(query: Query, endpointId: string): Promise<EndpointDetails> {
  const endpoint = await findEndpoint(query, endpointId);
  if (endpoint === null) throw endpointNotFound();
  const [details] = await withSecrets(query, [endpoint]);
  return details!;
}

/** Adds the secrets to endpoints. */
export async function withSecrets(query: Query, endpoints: readonly WebhookEndpointRow[]): Promise<EndpointDetails[]> {
  const ids = endpoints.map(({ id }) => id);
  const all = ids.length === 0 ? [] : await listSecrets(query, ids);
  return endpoints.map((endpoint) => ({
    endpoint,
    secrets: all.filter(({ endpointId }) => endpointId === endpoint.id),
  }));
}
