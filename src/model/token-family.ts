import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { textArray, timestamp } from "./columns.ts";

/** All tokens that descend from one code. A change of this row alone revokes them all. `currentId` is the only usable refresh token. */
export const TokenFamily = defineEntity({
  name: "TokenFamily",
  tableName: "token_family",
  properties: {
    /** The code's id, so that a code has at most one family. */
    id: p.uuid().primary(),
    appId: p.uuid(),
    merchantId: p.text(),
    installationId: p.uuid(),
    accountId: p.uuid(),
    scopes: textArray(),
    /** The scopes that the app requested and the merchant did not grant; null for none. A refresh ignores them. */
    ungrantedScopes: textArray().nullable(),
    /** When the code was issued; compared with the not-before marks. */
    authorizedAt: timestamp(),
    /** Null if the app gets no refresh tokens. */
    currentId: p.uuid().nullable(),
    /** When Refresh first accepted the current token without rotating it (KEEP, NONE); reset by each rotation. */
    currentAcceptedAt: timestamp().nullable(),
    /** When the parent of the unused current token was presented after the retry window. */
    lateParentAt: timestamp().nullable(),
    generation: p.integer().default(1),
    /** When its last token expires; used by the cleanup. */
    expiresAt: timestamp(),
    endedAt: timestamp().nullable(),
    /** `revoked`, `reuse`, `code_replay` or `reauthorized`. For operators only: no statement reads it, because every end is final. */
    endReason: p.text().nullable(),
  },
  indexes: [
    // Not limited to active families: the generic plans of statements that update active families would scan such an index.
    { name: "token_family_installation", properties: ["installationId"] },
    {
      name: "token_family_late_parent",
      properties: ["installationId"],
      where: "late_parent_at is not null and ended_at is null",
    },
  ],
});
export type TokenFamily = InferEntity<typeof TokenFamily>;
