import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { id, timestamp, writtenAt } from "./columns.ts";

/** The operator who reviews an app, until a decision, a release or `expiresAt`. Written with the app's row locked. */
export const ReviewClaim = defineEntity({
  name: "ReviewClaim",
  tableName: "review_claim",
  properties: {
    appId: p.uuid().primary(),
    accountId: p.uuid(),
    claimedAt: writtenAt(),
    expiresAt: timestamp(),
  },
});
export type ReviewClaim = InferEntity<typeof ReviewClaim>;

/** A reason with a text in each language, for decisions that operators repeat. */
export const DecisionTemplate = defineEntity({
  name: "DecisionTemplate",
  tableName: "decision_template",
  properties: {
    id: id(),
    name: p.text(),
    reasonCode: p.text(),
    textEn: p.text(),
    textDe: p.text(),
    /** The number of the last change. */
    revision: p.integer().default(1),
    updatedAt: writtenAt(),
  },
  indexes: [
    {
      name: "decision_template_name",
      expression: `create unique index "decision_template_name" on "decision_template" (lower("name"))`,
    },
  ],
});
export type DecisionTemplate = InferEntity<typeof DecisionTemplate>;
