import type { AuditDetail } from "../../model/audit-detail.ts";
import { findDelivery, type WebhookDeliveryRow } from "../../store/webhooks/deliveries.ts";
import { replayDelivery } from "../../store/webhooks/replay.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { findReadableDelivery, lockWritable, requireActive } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";

/** @throws RequestError NOT_FOUND, DEVELOPER_ONLY, PERMISSION, STATE */
export async function replayWebhookDelivery(
  { management }: Pick<WebhookDependencies, "management">,
  { deliveryId }: { deliveryId: string },
  call: Call,
): Promise<WebhookDeliveryRow> {
  const { endpointId } = await findReadableDelivery(management, deliveryId, call);
  return management.transactional(async (tx) => {
    const endpoint = await lockWritable(tx, endpointId, call);
    requireActive(endpoint);
    await replayDelivery(tx.query, deliveryId);
    const detail: AuditDetail = { endpointId, deliveryId };
    recordAudit(tx, call, { action: "webhook.replay", clientId: endpoint.clientId, detail });
    return (await findDelivery(tx.query, deliveryId))!;
  });
}
