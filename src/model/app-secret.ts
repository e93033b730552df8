import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { App } from "./app.ts";
import { digest, id, timestamp, writtenAt } from "./columns.ts";

/** A client secret; `id` is the id inside the secret's text. Valid until `retiresAt`; null means no end. */
export const AppSecret = defineEntity({
  name: "AppSecret",
  tableName: "app_secret",
  properties: {
    id: id(),
    app: p.manyToOne(App).index("app_secret_app"),
    digest: digest(),
    /** The last four characters, shown to distinguish the secrets. */
    hint: p.text(),
    createdBy: p.manyToOne(Account).nullable(),
    createdAt: writtenAt(),
    retiresAt: timestamp().nullable(),
    /** The account that retired it; null if a service key did. No foreign key, as for the accounts of an invitation. */
    retiredById: p.uuid().nullable(),
    /** Precise to the hour; written outside the token transactions. */
    lastUsedAt: timestamp().nullable(),
    /** When the end of the secret was announced (`client_secret.expiring`). */
    expiryAnnouncedAt: timestamp().nullable(),
  },
  indexes: [
    { name: "app_secret_retires", properties: ["retiresAt"], where: "retires_at is not null" },
    {
      name: "app_secret_expiring",
      properties: ["retiresAt"],
      where: "retires_at is not null and expiry_announced_at is null",
    },
  ],
});
export type AppSecret = InferEntity<typeof AppSecret>;
