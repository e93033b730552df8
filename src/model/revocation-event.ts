import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { timestamp } from "./columns.ts";

export const EVENT_SUBJECTS = ["TOKEN", "FAMILY", "INSTALLATION", "APP", "MERCHANT", "EVERYTHING"] as const;
export type EventSubject = (typeof EVENT_SUBJECTS)[number];

export const EVENT_KINDS = ["REVOKED", "SUSPENDED", "RESUMED", "SCOPES_REDUCED"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** An event of the revocation feed. Cursors follow commit order and have no gaps. */
export const RevocationEvent = defineEntity({
  name: "RevocationEvent",
  tableName: "revocation_event",
  properties: {
    cursor: p.bigint("number").primary().autoincrement(false),
    eventId: p.uuid().defaultRaw("uuidv7()"),
    subject: p.enum(EVENT_SUBJECTS),
    /** The UUID of a token, family or installation, an app's client_id, a merchant's id, or the empty text. */
    subjectId: p.text(),
    kind: p.enum(EVENT_KINDS),
    notBefore: timestamp().nullable(),
    installationVersion: p.integer().nullable(),
    at: timestamp(),
  },
});
export type RevocationEvent = InferEntity<typeof RevocationEvent>;

/** Single row: the last cursor and its epoch. A new epoch makes every reader discard its cache and start over. */
export const FeedHead = defineEntity({
  name: "FeedHead",
  tableName: "feed_head",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    epoch: p.uuid().defaultRaw("gen_random_uuid()"),
    cursor: p.bigint("number").default(0),
  },
  checks: [{ name: "feed_head_single", expression: "id = 1" }],
});
export type FeedHead = InferEntity<typeof FeedHead>;
