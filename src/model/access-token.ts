import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { digest, id, textArray, timestamp } from "./columns.ts";

/** An access token; `id` is the id inside the token's text. */
export const AccessToken = defineEntity({
  name: "AccessToken",
  tableName: "access_token",
  properties: {
    id: id(),
    familyId: p.uuid(),
    digest: digest(),
    scopes: textArray(),
    issuedAt: timestamp(),
    expiresAt: timestamp(),
    revokedAt: timestamp().nullable(),
  },
});
export type AccessToken = InferEntity<typeof AccessToken>;
