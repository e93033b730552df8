import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { APP_STATES, App, reviewedFields } from "./app.ts";
import { id, timestamp, writtenAt } from "./columns.ts";
import { skeletonColumns, skeletonIndexes } from "./name-skeletons.ts";

/** The pending revision of an approved app, which has no effect until its approval. An app has at most one. */
export const AppRevision = defineEntity({
  name: "AppRevision",
  tableName: "app_revision",
  properties: {
    id: id(),
    app: p.manyToOne(App),
    number: p.integer(),
    state: p.enum(APP_STATES).default("DRAFT"),
    ...reviewedFields(),
    ...skeletonColumns(),
    reasonCode: p.text().nullable(),
    reasonText: p.text().nullable(),
    createdBy: p.manyToOne(Account).nullable(),
    createdAt: writtenAt(),
    updatedAt: writtenAt(),
    submittedAt: timestamp().nullable(),
    decidedAt: timestamp().nullable(),
  },
  indexes: [
    ...skeletonIndexes("app_revision"),
    { name: "app_revision_state_updated", properties: ["state", "updatedAt", "app"] },
    {
      name: "app_revision_queue",
      expression: `create index "app_revision_queue" on "app_revision" ("state", coalesce("submitted_at", "updated_at"), "app_id") where state in ('SUBMITTED', 'IN_REVIEW')`,
    },
  ],
  uniques: [
    { name: "app_revision_number_unique", properties: ["app", "number"] },
    {
      name: "app_revision_one_open",
      properties: ["app"],
      where: "state in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED')",
    },
  ],
});
export type AppRevision = InferEntity<typeof AppRevision>;
