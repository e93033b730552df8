import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { digest, id, moment, texts, writtenAt } from "./columns.ts";

/** An internal caller's key; `id` is the id inside the key itself. Good while not revoked and unexpired. */
export const ServiceKey = defineEntity({
  name: "ServiceKey",
  tableName: "service_key",
  properties: {
    id: id(),
    digest: digest(),
    hint: p.text(),
    name: p.text(),
    permissions: texts(),
    /** The account that created it, directly or through keys that it created. */
    createdBy: p.manyToOne(Account).nullable(),
    /** The name of the key that created this one; null where a session did. */
    creatorName: p.text().nullable(),
    createdAt: writtenAt(),
    expiresAt: moment().nullable(),
    revokedAt: moment().nullable(),
    lastUsedAt: moment().nullable(),
  },
  indexes: [
    {
      name: "service_key_name",
      expression: `create index "service_key_name" on "service_key" (lower("name") collate "C", "id") include ("name")`,
    },
  ],
});
export type ServiceKey = InferEntity<typeof ServiceKey>;
