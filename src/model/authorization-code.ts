import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { digest, id, moment, texts } from "./columns.ts";

/**
 * A consent on its way to the app; `id` is the id inside the code and becomes the id of the token family. Like all token tables it refers to
 * other rows by bare ids: a foreign key would lock the parents of every insert and hold partitions back from being dropped.
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
    scopes: texts(),
    /** S256; null where the app sent none. */
    codeChallenge: p.text().nullable(),
    /** Whether the exchange replaces the installation's granted scopes: not for a remembered consent. */
    replacesGrant: p.boolean(),
    issuedAt: moment(),
    expiresAt: moment(),
    usedAt: moment().nullable(),
  },
});
export type AuthorizationCode = InferEntity<typeof AuthorizationCode>;
