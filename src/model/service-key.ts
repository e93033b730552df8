import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { digest, id, textArray, timestamp, writtenAt } from "./columns.ts";

/** The key of an internal caller; `id` is the id inside the key. Valid until revoked or expired. */
export const ServiceKey = defineEntity({
  name: "ServiceKey",
  tableName: "service_key",
  properties: {
    id: id(),
    digest: digest(),
    hint: p.text(),
    name: p.text(),
    permissions: textArray(),
    /** The account that created the key, directly or through another key. */
    createdBy: p.manyToOne(Account).nullable(),
    /** The name of the creating key; null if a session created this key. */
    creatorName: p.text().nullable(),
    createdAt: writtenAt(),
    expiresAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    lastUsedAt: timestamp().nullable(),
  },
  indexes: [
    {
      name: "service_key_folded_name",
      expression: `create index "service_key_folded_name" on "service_key" (fold_name("name") collate "C", "id") include ("name")`,
    },
    // The index of the previous release, which the next release drops.
    {
      name: "service_key_name",
      expression: `create index "service_key_name" on "service_key" (lower("name") collate "C", "id") include ("name")`,
    },
  ],
});
export type ServiceKey = InferEntity<typeof ServiceKey>;
