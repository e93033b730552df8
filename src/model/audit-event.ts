import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { id, writtenAt } from "./columns.ts";

/** An audited action, its actor and its subjects. No foreign keys: the event outlives its subjects. Immutable. */
export const AuditEvent = defineEntity({
  name: "AuditEvent",
  tableName: "audit_event",
  properties: {
    id: id(),
    at: writtenAt(),
    /** An `AuditAction` of this release or of another one. */
    action: p.text(),
    /** The acting account; null if the authenticated app (`actorClientId`) or only the service key acted. */
    actorId: p.uuid().nullable(),
    actorClientId: p.text().nullable(),
    /** The service key of the call; null for the in-process gateway. */
    callerKeyId: p.uuid().nullable(),
    callerName: p.text(),
    clientId: p.text().nullable(),
    installationId: p.uuid().nullable(),
    merchantId: p.text().nullable(),
    /** The affected or consenting account, possibly the actor. */
    accountId: p.uuid().nullable(),
    address: p.text().nullable(),
    requestId: p.text(),
    detail: p.json<Record<string, unknown>>().columnType("jsonb").defaultRaw("'{}'"),
  },
  indexes: [
    { name: "audit_event_action", properties: ["action", "id"] },
    { name: "audit_event_client", properties: ["clientId", "id"], where: "client_id is not null" },
    { name: "audit_event_installation", properties: ["installationId", "id"], where: "installation_id is not null" },
    { name: "audit_event_merchant", properties: ["merchantId", "id"], where: "merchant_id is not null" },
    { name: "audit_event_account", properties: ["accountId", "id"], where: "account_id is not null" },
    { name: "audit_event_actor", properties: ["actorId", "id"], where: "actor_id is not null" },
  ],
});
export type AuditEvent = InferEntity<typeof AuditEvent>;
