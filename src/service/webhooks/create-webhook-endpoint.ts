import { isClientId } from "../../oauth/parameters.ts";
import type { Query } from "../../store/connection/query.ts";
import {
  type EndpointFields,
  insertEndpoint,
  listEndpoints,
  lockAppOfEndpoints,
  lockPlatformEndpoints,
} from "../../store/webhooks/endpoints.ts";
import { appNotFound, checkAccess } from "../apps/access.ts";
import { wrongState } from "../apps/change-app.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { checkPlatformAccess } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";
import { type EndpointDetails, loadDetails } from "./endpoint-details.ts";
import { validateEndpoint } from "./endpoint-fields.ts";
import { issueSecret } from "./issue-secret.ts";

/** The maximum number of endpoints of one app, and of platform-wide endpoints. */
export const MAX_ENDPOINTS = 20;

export interface CreateWebhookEndpointRequest extends EndpointFields {
  /** Null for a platform-wide endpoint. */
  clientId: string | null;
}

export interface CreatedWebhookEndpoint extends EndpointDetails {
  secret: string;
}

/** @throws RequestError NOT_FOUND, DEVELOPER_ONLY, OPERATOR_ONLY, PERMISSION, INVALID, STATE, ENDPOINT_LIMIT */
export async function createWebhookEndpoint(
  deps: WebhookDependencies,
  { clientId, ...given }: CreateWebhookEndpointRequest,
  call: Call,
): Promise<CreatedWebhookEndpoint> {
  if (clientId === null) checkPlatformAccess(call);
  return deps.management.transactional(async (tx) => {
    const appId = clientId === null ? null : await lockApp(tx.query, clientId, call);
    const fields = validateEndpoint(given, { ...deps, savedUrl: null });
    if (appId === null) await lockPlatformEndpoints(tx.query);
    if ((await listEndpoints(tx.query, appId, MAX_ENDPOINTS)).length >= MAX_ENDPOINTS) {
      const message = `There are ${MAX_ENDPOINTS} endpoints already. Delete one first.`;
      throw new RequestError("failed_precondition", "ENDPOINT_LIMIT", message);
    }
    const id = await insertEndpoint(tx.query, { ...fields, appId, createdBy: call.actor?.accountId ?? null });
    const { text } = await issueSecret(deps, tx.query, id);
    recordAudit(tx, call, { action: "webhook.create", clientId, detail: { endpointId: id, url: fields.url } });
    return { ...(await loadDetails(tx.query, id)), secret: text };
  });
}

async function lockApp(query: Query, clientId: string, call: Call): Promise<string> {
  const app = isClientId(clientId) ? await lockAppOfEndpoints(query, clientId) : null;
  if (app === null) throw appNotFound();
  checkAccess(call, app.developerId, "write");
  if (app.state === "ARCHIVED") throw wrongState("The app is archived.");
  return app.id;
}
