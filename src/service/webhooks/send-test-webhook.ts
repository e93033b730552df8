import { findDelivery, type WebhookDeliveryRow } from "../../store/webhooks/deliveries.ts";
import { queueTest } from "../../store/webhooks/replay.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { lockWritable, requireActive } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";

/** @throws RequestError NOT_FOUND, DEVELOPER_ONLY, PERMISSION, STATE, RATE_LIMITED */
export async function sendTestWebhook(
  { management, quota }: Pick<WebhookDependencies, "management" | "quota">,
  { endpointId }: { endpointId: string },
  call: Call,
): Promise<WebhookDeliveryRow> {
  return management.transactional(async (tx) => {
    const endpoint = await lockWritable(tx, endpointId, call);
    requireActive(endpoint);
    await quota.countTest(tx.query, endpoint.clientId);
    const id = await queueTest(tx.query, endpointId);
    recordAudit(tx, call, { action: "webhook.test", clientId: endpoint.clientId, detail: { endpointId } });
    return (await findDelivery(tx.query, id))!;
  });
}
