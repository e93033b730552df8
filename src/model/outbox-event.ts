import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { textArray, writtenAt } from "./columns.ts";

export const INSTALLATION_EVENTS = [
  "installation.created",
  "installation.scopes_changed",
  "installation.suspended",
  "installation.resumed",
  "installation.uninstalled",
  "refresh_token.reuse_detected",
] as const;
export type InstallationEventType = (typeof INSTALLATION_EVENTS)[number];

export const APP_EVENTS = [
  "app.approved",
  "app.changes_requested",
  "app.rejected",
  "app.suspended",
  "app.reinstated",
  "client_secret.expiring",
  "webhook.disabled",
] as const;
export type AppEventType = (typeof APP_EVENTS)[number];

export const OUTBOX_EVENT_TYPES = [...INSTALLATION_EVENTS, ...APP_EVENTS] as const;
export type OutboxEventType = (typeof OUTBOX_EVENT_TYPES)[number];

/** An event for apps and other services of the platform. Cursors follow commit order and have no gaps. */
export const OutboxEvent = defineEntity({
  name: "OutboxEvent",
  tableName: "event",
  properties: {
    cursor: p.bigint("number").primary().autoincrement(false),
    id: p.uuid().defaultRaw("uuidv7()"),
    type: p.text().$type<OutboxEventType>(),
    at: writtenAt(),
    clientId: p.text(),
    /** Null for events of an app, like the following columns up to `scopes`. */
    merchantId: p.text().nullable(),
    installationId: p.uuid().nullable(),
    /** The number of the event within its installation, from 1 on and without gaps. */
    sequence: p.integer().nullable(),
    installationVersion: p.integer().nullable(),
    scopes: textArray().nullable(),
    /** The endpoint of `webhook.disabled`. The name differs from `endpoint_id`, which statements of earlier releases add to the row. */
    disabledEndpointId: p.uuid().nullable(),
    /** The client secret of `client_secret.expiring`. */
    expiringSecretId: p.uuid().nullable(),
  },
  indexes: [
    { name: "event_client", properties: ["clientId", "cursor"] },
    { name: "event_merchant", properties: ["merchantId", "cursor"], where: "merchant_id is not null" },
    // Rows are nearly in the order of their times, so a small index finds a time range.
    { name: "event_at", expression: `create index "event_at" on "event" using brin ("at")` },
  ],
});
export type OutboxEvent = InferEntity<typeof OutboxEvent>;

/** Single row: the last cursor. Its epoch is that of the revocation feed. */
export const EventHead = defineEntity({
  name: "EventHead",
  tableName: "event_head",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    cursor: p.bigint("number").default(0),
  },
  checks: [{ name: "event_head_single", expression: "id = 1" }],
});
export type EventHead = InferEntity<typeof EventHead>;
