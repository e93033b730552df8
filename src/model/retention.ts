import { defineEntity, p } from "@mikro-orm/core";
import { timestamp } from "./columns.ts";

/** Single row: the lease of the cleanup run, and when the next run may start. */
export const RetentionLease = defineEntity({
  name: "RetentionLease",
  tableName: "retention_lease",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    holder: p.uuid(),
    freeAt: timestamp(),
  },
  checks: [{ name: "retention_lease_single", expression: "id = 1" }],
});

/** The cleanup's position in one table. */
export const RetentionPlace = defineEntity({
  name: "RetentionPlace",
  tableName: "retention_place",
  properties: {
    tableName: p.text().primary(),
    /** Where the scan by id continues; null at the start of the table. */
    fromId: p.uuid().nullable(),
    /** Since when the oldest remaining row has been due; if no row is due, the time of the last run. */
    dueSince: timestamp(),
  },
});
