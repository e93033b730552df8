import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moment } from "./columns.ts";

export const MARK_KINDS = ["APP", "MERCHANT", "EVERYTHING"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Everything of the subject authorized at or before `moment` is dead. An installation keeps its mark in its own row. */
export const NotBeforeMark = defineEntity({
  name: "NotBeforeMark",
  tableName: "not_before_mark",
  properties: {
    kind: p.enum(MARK_KINDS).primary(),
    /** The app's uuid, the merchant's id, or the empty text. */
    subjectId: p.text().primary(),
    moment: moment(),
  },
});
export type NotBeforeMark = InferEntity<typeof NotBeforeMark>;
