import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { App } from "./app.ts";
import { digest, id, timestamp, writtenAt } from "./columns.ts";
import { Merchant } from "./merchant.ts";

/** Proves that an authorization began at the platform's install link; `id` is the id inside the token. Single use. */
export const InstallToken = defineEntity({
  name: "InstallToken",
  tableName: "install_token",
  properties: {
    id: id(),
    digest: digest(),
    app: p.manyToOne(App),
    account: p.manyToOne(Account),
    /** Chosen at the install link; the consent page preselects it. */
    merchant: p.manyToOne(Merchant).nullable(),
    createdAt: writtenAt(),
    expiresAt: timestamp().index("install_token_expires_at"),
    usedAt: timestamp().nullable(),
  },
});
export type InstallToken = InferEntity<typeof InstallToken>;
