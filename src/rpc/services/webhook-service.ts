import type { WebhookService } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import type { AppDependencies } from "../../service/apps/dependencies.ts";
import { addWebhookSecret } from "../../service/webhooks/add-webhook-secret.ts";
import { createWebhookEndpoint } from "../../service/webhooks/create-webhook-endpoint.ts";
import { deleteWebhookEndpoint } from "../../service/webhooks/delete-webhook-endpoint.ts";
import type { WebhookDependencies } from "../../service/webhooks/dependencies.ts";
import { getWebhookDelivery } from "../../service/webhooks/get-webhook-delivery.ts";
import { getWebhookEndpoint } from "../../service/webhooks/get-webhook-endpoint.ts";
import { listWebhookDeliveries } from "../../service/webhooks/list-webhook-deliveries.ts";
import { listWebhookEndpoints } from "../../service/webhooks/list-webhook-endpoints.ts";
import { replayWebhookDeliveries } from "../../service/webhooks/replay-webhook-deliveries.ts";
import { replayWebhookDelivery } from "../../service/webhooks/replay-webhook-delivery.ts";
import { retireWebhookSecret } from "../../service/webhooks/retire-webhook-secret.ts";
import { sendTestWebhook } from "../../service/webhooks/send-test-webhook.ts";
import { updateWebhookEndpoint } from "../../service/webhooks/update-webhook-endpoint.ts";
import type { Implementation } from "../transports/implementation.ts";
import { orNull } from "./fields.ts";
import {
  fromCreate,
  fromListDeliveries,
  fromReplay,
  fromUpdate,
  toAttempt,
  toDelivery,
  toEndpoint,
  toReplayed,
  toSecret,
} from "./webhook-messages.ts";

export function webhookService(
  deps: WebhookDependencies & Pick<AppDependencies, "apps">,
): Implementation<typeof WebhookService> {
  return {
    async createWebhookEndpoint(request, call) {
      const { secret, ...details } = await createWebhookEndpoint(deps, fromCreate(request), call);
      return { endpoint: toEndpoint(details), secret };
    },
    updateWebhookEndpoint: async (request, call) => ({
      endpoint: toEndpoint(await updateWebhookEndpoint(deps, fromUpdate(request), call)),
    }),
    async deleteWebhookEndpoint(request, call) {
      await deleteWebhookEndpoint(deps, request, call);
      return {};
    },
    async getWebhookEndpoint(request, call) {
      const { pendingCount, counts, ...details } = await getWebhookEndpoint(deps, request, call);
      return { endpoint: toEndpoint(details), pendingCount, ...(counts !== null && { counts }) };
    },
    async listWebhookEndpoints({ clientId }, call) {
      const { endpoints, knownEventTypes } = await listWebhookEndpoints(deps, { clientId: orNull(clientId) }, call);
      return { endpoints: endpoints.map(toEndpoint), knownEventTypes };
    },
    async addWebhookSecret(request, call) {
      const { entry, text } = await addWebhookSecret(deps, request, call);
      return { entry: toSecret(entry), secret: text };
    },
    retireWebhookSecret: async (request, call) => ({
      endpoint: toEndpoint(await retireWebhookSecret(deps, request, call)),
    }),
    sendTestWebhook: async (request, call) => ({ delivery: toDelivery(await sendTestWebhook(deps, request, call)) }),
    async listWebhookDeliveries(request, call) {
      const { items, nextPageToken } = await listWebhookDeliveries(deps, fromListDeliveries(request), call);
      return { deliveries: items.map(toDelivery), nextPageToken };
    },
    async getWebhookDelivery(request, call) {
      const { delivery, attempts } = await getWebhookDelivery(deps, request, call);
      return { delivery: toDelivery(delivery), payload: delivery.payload, attempts: attempts.map(toAttempt) };
    },
    replayWebhookDelivery: async (request, call) => ({
      delivery: toDelivery(await replayWebhookDelivery(deps, request, call)),
    }),
    replayWebhookDeliveries: async (request, call) =>
      toReplayed(await replayWebhookDeliveries(deps, fromReplay(request), call)),
  };
}
