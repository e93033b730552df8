import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { digest, id, textArray, timestamp } from "./columns.ts";

/**
 * An authorization code; `id` is the id inside the code and becomes the id of the token family. Token tables have no foreign keys, which
 * would lock the parent rows on every insert and prevent partitions from being dropped.
 */
export const AuthorizationCode = defineEntity({
  name: "AuthorizationCode",
  tableName: "authorization_code",
  properties: {
    id: id(),
    digest: digest(),
    appId: p.uuid(),
    merchantId: p.text(),
    accountId: p.uuid(),
    installationId: p.uuid(),
    redirectUri: p.text(),
    scopes: textArray(),
    /** The scopes that the app requested and the account did not grant; null if there are none. */
    ungrantedScopes: textArray().nullable(),
    /** S256; null if the app sent none. */
    codeChallenge: p.text().nullable(),
    /** True if the exchange replaces the installation's granted scopes; false for a remembered consent. */
    replacesGrant: p.boolean(),
    issuedAt: timestamp(),
    expiresAt: timestamp(),
    usedAt: timestamp().nullable(),
  },
});
export type AuthorizationCode = InferEntity<typeof AuthorizationCode>;
