import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { textArray, timestamp } from "./columns.ts";

/** All tokens that descend from one code; revoked by this single row. `currentId` is the only usable refresh token. */
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
    /** The requested scopes of the code. A refresh that repeats them gets the granted ones. */
    ungrantedScopes: textArray().nullable(),
    /** When the code was issued; compared with the not-before marks. */
    authorizedAt: timestamp(),
    /** Null if the app gets no refresh tokens. */
    currentId: p.uuid().nullable(),
    /** When Refresh first accepted the current token without rotating it (KEEP, NONE); reset by each rotation. */
    currentAcceptedAt: timestamp().nullable(),
    /** When the parent of the unused current token was presented after its retry window. */
    lateParentAt: timestamp().nullable(),
    generation: p.integer().default(1),
    /** When its last token expires; used by the cleanup. */
    expiresAt: timestamp(),
    endedAt: timestamp().nullable(),
    /** `revoked`, `reuse`, `code_replay` or `reauthorized`; informational, because every end is final. */
    endReason: p.text().nullable(),
  },
  indexes: [
    {
      name: "token_family_late_parent",
      properties: ["installationId"],
      where: "late_parent_at is not null and ended_at is null",
    },
  ],
});
export type TokenFamily = InferEntity<typeof TokenFamily>;
