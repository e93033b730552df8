import { OUTBOX_EVENT_TYPES } from "../../model/outbox-event.ts";
import { listEndpoints } from "../../store/webhooks/endpoints.ts";
import { checkAccess } from "../apps/access.ts";
import { findAppOwner } from "../apps/change-app.ts";
import type { AppDependencies } from "../apps/dependencies.ts";
import type { Call } from "../call.ts";
import { checkPlatformAccess } from "./access.ts";
import { MAX_ENDPOINTS } from "./create-webhook-endpoint.ts";
import type { WebhookDependencies } from "./dependencies.ts";
import { type EndpointDetails, withSecrets } from "./endpoint-details.ts";

export interface ListedWebhookEndpoints {
  endpoints: EndpointDetails[];
  /** In the order of `OUTBOX_EVENT_TYPES`. */
  knownEventTypes: string[];
}

/** @throws RequestError NOT_FOUND, OPERATOR_ONLY, PERMISSION */
export async function listWebhookEndpoints(
  { management, apps }: Pick<WebhookDependencies, "management"> & Pick<AppDependencies, "apps">,
  { clientId }: { clientId: string | null },
  call: Call,
): Promise<ListedWebhookEndpoints> {
  if (clientId === null) checkPlatformAccess(call);
  const app = clientId === null ? null : await findAppOwner(apps, clientId);
  if (app !== null) checkAccess(call, app.developerId, "read");
  const endpoints = await management.read(async (_em, query) =>
    withSecrets(query, await listEndpoints(query, app?.id ?? null, MAX_ENDPOINTS)),
  );
  return { endpoints, knownEventTypes: [...OUTBOX_EVENT_TYPES] };
}
