import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { APP_STATES, App, type ReviewedFields } from "./app.ts";
import { id, textArray, writtenAt } from "./columns.ts";

/** A review transition of an app or a revision, shown to developer and reviewer. Immutable. */
export const AppHistory = defineEntity({
  name: "AppHistory",
  tableName: "app_history",
  properties: {
    id: id(),
    app: p.manyToOne(App),
    /** The revision's number; null for the first profile. */
    revision: p.integer().nullable(),
    /** The verb of the transition: `submit`, `approve`, … */
    action: p.text(),
    fromState: p.enum(APP_STATES).nullable(),
    toState: p.enum(APP_STATES),
    actor: p.manyToOne(Account).nullable(),
    /** The name of the service key that acted without an account; null if an account acted. */
    callerName: p.text().nullable(),
    reasonCode: p.text().nullable(),
    reasonText: p.text().nullable(),
    /** The profile that a reviewer decided on, or that was withdrawn from a review; null for other actions. Not loaded with the history. */
    profile: p.json<ReviewedFields>().columnType("jsonb").nullable().lazy(),
    /** The requested restricted scopes that an approval refused; null for other actions. */
    refusedScopes: textArray().nullable(),
    at: writtenAt(),
  },
  indexes: [{ name: "app_history_app_id", properties: ["app", "id"] }],
});
export type AppHistory = InferEntity<typeof AppHistory>;
