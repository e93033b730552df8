import { defineEntity, p } from "@mikro-orm/core";
import { id, textArray, timestamp, writtenAt } from "./columns.ts";

export type WebhookEndpointState = "ACTIVE" | "DISABLED";
export type WebhookDisabledReason = "REQUESTED" | "GONE" | "FAILING";
/** WAITING: an earlier delivery of the same installation has not ended. */
export type WebhookDeliveryState = "PENDING" | "WAITING" | "SUCCEEDED" | "FAILED";
export type WebhookAttemptResult = "OK" | "STATUS" | "TIMEOUT" | "NAME" | "ADDRESS" | "CONNECTION" | "TLS" | "SECRET";

/**
 * A URL to which events are delivered: those of an app, or all events if the endpoint has no app. No foreign keys, because deliveries
 * outlive their endpoint.
 */
export const WebhookEndpoint = defineEntity({
  name: "WebhookEndpoint",
  tableName: "webhook_endpoint",
  properties: {
    id: id(),
    appId: p.uuid().nullable().index("webhook_endpoint_app"),
    url: p.text(),
    description: p.text().default(""),
    /** Empty means all types. */
    eventTypes: textArray(),
    state: p.text().$type<WebhookEndpointState>().default("ACTIVE"),
    disabledReason: p.text().$type<WebhookDisabledReason>().nullable(),
    disabledAt: timestamp().nullable(),
    failingSince: timestamp().nullable(),
    /** Events after this cursor of the outbox are delivered. */
    fromCursor: p.bigint("number"),
    createdById: p.uuid().nullable(),
    createdAt: writtenAt(),
    updatedAt: writtenAt(),
  },
});

/** A signing secret, encrypted with a key from TOKEN_KEY. */
export const WebhookSecret = defineEntity({
  name: "WebhookSecret",
  tableName: "webhook_secret",
  properties: {
    id: id(),
    endpointId: p.uuid().index("webhook_secret_endpoint"),
    /** The key that encrypted it. */
    keyId: p.text(),
    sealed: p.blob(),
    /** The last four characters. */
    hint: p.text(),
    createdAt: writtenAt(),
  },
});

/** The queue of one endpoint. Every change of the order of its deliveries locks this row. */
export const WebhookLane = defineEntity({
  name: "WebhookLane",
  tableName: "webhook_lane",
  properties: {
    endpointId: p.uuid().primary(),
    nextPosition: p.bigint("number").default(1),
    /** When a process must look for due deliveries; null if no delivery will become due. */
    dueAt: timestamp().nullable(),
    /** The process that delivers, until its lease ends. */
    holder: p.uuid().nullable(),
    leasedUntil: timestamp().nullable(),
  },
  indexes: [
    { name: "webhook_lane_due", properties: ["dueAt"], where: "due_at is not null" },
    { name: "webhook_lane_leased", properties: ["leasedUntil"], where: "leased_until is not null" },
    { name: "webhook_lane_holder", properties: ["holder"], where: "holder is not null" },
  ],
});

/** One event for one endpoint. */
export const WebhookDelivery = defineEntity({
  name: "WebhookDelivery",
  tableName: "webhook_delivery",
  properties: {
    id: id(),
    endpointId: p.uuid(),
    eventId: p.uuid(),
    type: p.text(),
    /** When the event happened. */
    at: timestamp(),
    clientId: p.text().nullable(),
    merchantId: p.text().nullable(),
    installationId: p.uuid().nullable(),
    /** The installation or the app of the event. Deliveries of an endpoint with the same key are made one after another. */
    orderKey: p.text(),
    /** The body of the request. */
    payload: p.text(),
    state: p.text().$type<WebhookDeliveryState>(),
    /** The order within the lane. */
    position: p.bigint("number"),
    /** The number of attempts since the delivery was queued. */
    attempts: p.integer().default(0),
    queuedAt: writtenAt(),
    /** Null unless PENDING. */
    nextAttemptAt: timestamp().nullable(),
    completedAt: timestamp().nullable(),
    lastResult: p.text().$type<WebhookAttemptResult>().nullable(),
    lastStatus: p.smallint().nullable(),
    lastDurationMs: p.integer().nullable(),
    createdAt: writtenAt(),
    expiresAt: timestamp().index("webhook_delivery_expires_at"),
  },
  uniques: [{ name: "webhook_delivery_event", properties: ["endpointId", "eventId"] }],
  indexes: [
    { name: "webhook_delivery_list", properties: ["endpointId", "id"] },
    {
      name: "webhook_delivery_due",
      properties: ["endpointId", "nextAttemptAt", "position"],
      where: "state = 'PENDING'",
    },
    {
      name: "webhook_delivery_order",
      properties: ["endpointId", "orderKey", "position"],
      where: "state in ('PENDING', 'WAITING')",
    },
  ],
});

export const WebhookAttempt = defineEntity({
  name: "WebhookAttempt",
  tableName: "webhook_attempt",
  properties: {
    id: id(),
    deliveryId: p.uuid().index("webhook_attempt_delivery"),
    at: timestamp(),
    durationMs: p.integer(),
    url: p.text(),
    result: p.text().$type<WebhookAttemptResult>(),
    status: p.smallint().nullable(),
    responseBody: p.text().nullable(),
    expiresAt: timestamp().index("webhook_attempt_expires_at"),
  },
});

/** Single row: the last event of the outbox whose deliveries are queued. */
export const WebhookHead = defineEntity({
  name: "WebhookHead",
  tableName: "webhook_head",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    cursor: p.bigint("number").default(0),
  },
  checks: [{ name: "webhook_head_single", expression: "id = 1" }],
});
