import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { timestamp } from "./columns.ts";

export const MARK_KINDS = ["APP", "MERCHANT", "EVERYTHING"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Revokes everything of the subject authorized at or before `moment`. The mark of an installation is its column `notBefore`. */
export const NotBeforeMark = defineEntity({
  name: "NotBeforeMark",
  tableName: "not_before_mark",
  properties: {
    kind: p.enum(MARK_KINDS).primary(),
    /** The app's UUID, the merchant's id, or the empty text. */
    subjectId: p.text().primary(),
    moment: timestamp(),
  },
});
export type NotBeforeMark = InferEntity<typeof NotBeforeMark>;
