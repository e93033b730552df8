import { listAttempts, type WebhookAttemptRow, type WebhookDeliveryDetails } from "../../store/webhooks/deliveries.ts";
import type { Call } from "../call.ts";
import { findReadableDelivery } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";

export interface WebhookDeliveryOverview {
  delivery: WebhookDeliveryDetails;
  /** Newest first, at most 50. */
  attempts: WebhookAttemptRow[];
}

/** @throws RequestError NOT_FOUND, PERMISSION */
export async function getWebhookDelivery(
  { management }: Pick<WebhookDependencies, "management">,
  { deliveryId }: { deliveryId: string },
  call: Call,
): Promise<WebhookDeliveryOverview> {
  const delivery = await findReadableDelivery(management, deliveryId, call);
  return { delivery, attempts: await management.read((_em, query) => listAttempts(query, deliveryId)) };
}
