import { defineEntity, p } from "@mikro-orm/core";
import { moment } from "./columns.ts";

/** The one row that says which run removes expired rows, and when another may begin. */
export const RetentionLease = defineEntity({
  name: "RetentionLease",
  tableName: "retention_lease",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    holder: p.uuid(),
    freeAt: moment(),
  },
  checks: [{ name: "retention_lease_single", expression: "id = 1" }],
});

/** How far the removal of expired rows has come in one table. */
export const RetentionPlace = defineEntity({
  name: "RetentionPlace",
  tableName: "retention_place",
  properties: {
    tableName: p.text().primary(),
    /** Where the scan by id goes on; null at the beginning of the table. */
    fromId: p.uuid().nullable(),
    /** No row that is left is known to have been due before this moment. */
    dueSince: moment(),
  },
});
