import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type CreateWebhookEndpointRequest,
  type ListWebhookDeliveriesRequest,
  type ReplayWebhookDeliveriesRequest,
  type ReplayWebhookDeliveriesResponseSchema,
  type UpdateWebhookEndpointRequest,
  WebhookAttemptResult,
  type WebhookAttemptSchema,
  type WebhookDeliverySchema,
  WebhookDeliveryState,
  WebhookDisabledReason,
  type WebhookEndpointSchema,
  WebhookEndpointState,
  type WebhookSecretSchema,
} from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import type * as create from "../../service/webhooks/create-webhook-endpoint.ts";
import type { EndpointDetails } from "../../service/webhooks/endpoint-details.ts";
import type * as list from "../../service/webhooks/list-webhook-deliveries.ts";
import type * as replay from "../../service/webhooks/replay-webhook-deliveries.ts";
import type * as update from "../../service/webhooks/update-webhook-endpoint.ts";
import type { WebhookAttemptRow, WebhookDeliveryRow } from "../../store/webhooks/deliveries.ts";
import type { Replayed } from "../../store/webhooks/replay.ts";
import type { WebhookSecretRow } from "../../store/webhooks/secrets.ts";
import { fromTimestamp, nameOf, orNull, toTimestamp } from "./fields.ts";

export function fromCreate(request: CreateWebhookEndpointRequest): create.CreateWebhookEndpointRequest {
  const { clientId, url, description, eventTypes } = request;
  return { clientId: orNull(clientId), url, description, eventTypes };
}

export function fromUpdate(request: UpdateWebhookEndpointRequest): update.UpdateWebhookEndpointRequest {
  const { endpointId, url, description, eventTypes, state } = request;
  return { endpointId, url, description, eventTypes, state: nameOf(WebhookEndpointState, state, "state") };
}

export function fromListDeliveries(request: ListWebhookDeliveriesRequest): list.ListWebhookDeliveriesRequest {
  const { endpointId, type, installationId } = request;
  const state = nameOf(WebhookDeliveryState, request.state, "state");
  return { endpointId, state, type: orNull(type), installationId: orNull(installationId), page: request };
}

export function fromReplay(request: ReplayWebhookDeliveriesRequest): replay.ReplayWebhookDeliveriesRequest {
  const { endpointId, from, to, includeDelivered } = request;
  return { endpointId, from: fromTimestamp(from), to: fromTimestamp(to), includeDelivered };
}

export function toReplayed({
  count,
  hasMore,
  lastAt,
}: Replayed): MessageInitShape<typeof ReplayWebhookDeliveriesResponseSchema> {
  return { count, hasMore, continueFrom: toTimestamp(lastAt) };
}

export function toEndpoint({ endpoint, secrets }: EndpointDetails): MessageInitShape<typeof WebhookEndpointSchema> {
  return {
    endpointId: endpoint.id,
    clientId: endpoint.clientId ?? "",
    url: endpoint.url,
    description: endpoint.description,
    eventTypes: endpoint.eventTypes,
    state: WebhookEndpointState[endpoint.state],
    disabledReason: WebhookDisabledReason[endpoint.disabledReason ?? "UNSPECIFIED"],
    disabledAt: toTimestamp(endpoint.disabledAt),
    failingSince: toTimestamp(endpoint.failingSince),
    secrets: secrets.map(toSecret),
    createdAt: toTimestamp(endpoint.createdAt),
    updatedAt: toTimestamp(endpoint.updatedAt),
    retryingCount: endpoint.retrying,
    lastDeliveryAt: toTimestamp(endpoint.lastDeliveryAt),
    lastResult: WebhookAttemptResult[endpoint.lastResult ?? "UNSPECIFIED"],
    lastStatus: endpoint.lastStatus ?? 0,
  };
}

export function toSecret({ id, hint, createdAt }: WebhookSecretRow): MessageInitShape<typeof WebhookSecretSchema> {
  return { secretId: id, hint, createdAt: toTimestamp(createdAt) };
}

export function toDelivery(row: WebhookDeliveryRow): MessageInitShape<typeof WebhookDeliverySchema> {
  return {
    deliveryId: row.id,
    endpointId: row.endpointId,
    eventId: row.eventId,
    type: row.type,
    state: WebhookDeliveryState[row.state === "WAITING" ? "PENDING" : row.state],
    clientId: row.clientId ?? "",
    merchantId: row.merchantId ?? "",
    merchantName: row.merchantName ?? "",
    installationId: row.installationId ?? "",
    createdAt: toTimestamp(row.createdAt),
    nextAttemptAt: toTimestamp(row.nextAttemptAt),
    completedAt: toTimestamp(row.completedAt),
    attemptCount: row.attempts,
    totalAttemptCount: row.totalAttempts,
    lastResult: WebhookAttemptResult[row.lastResult ?? "UNSPECIFIED"],
    lastStatus: row.lastStatus ?? 0,
    lastDurationMs: row.lastDurationMs ?? 0,
    test: row.test,
  };
}

export function toAttempt(row: WebhookAttemptRow): MessageInitShape<typeof WebhookAttemptSchema> {
  return {
    at: toTimestamp(row.at),
    durationMs: row.durationMs,
    url: row.url,
    result: WebhookAttemptResult[row.result],
    status: row.status ?? 0,
    responseBody: row.responseBody ?? "",
  };
}
