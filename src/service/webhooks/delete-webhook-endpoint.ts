import { deleteEndpoint } from "../../store/webhooks/endpoints.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { lockWritable } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";

/** @throws RequestError NOT_FOUND, DEVELOPER_ONLY, PERMISSION */
export async function deleteWebhookEndpoint(
  { management }: Pick<WebhookDependencies, "management">,
  { endpointId }: { endpointId: string },
  call: Call,
): Promise<void> {
  await management.transactional(async (tx) => {
    const { clientId, url } = await lockWritable(tx, endpointId, call);
    await deleteEndpoint(tx.query, endpointId);
    recordAudit(tx, call, { action: "webhook.delete", clientId, detail: { endpointId, url } });
  });
}
