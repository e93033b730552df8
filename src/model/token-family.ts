import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { moment, texts } from "./columns.ts";

/** All tokens that descend from one code. One row answers for all of them; `currentId` is the one refresh token that may be used. */
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
    scopes: texts(),
    /** When its code was issued: marks are held against this moment. */
    authorizedAt: moment(),
    /** Null where the app gets no refresh tokens. */
    currentId: p.uuid().nullable(),
    /** When Refresh first accepted the current token without replacing it (KEEP, NONE); null again with each new current one. */
    currentAcceptedAt: moment().nullable(),
    generation: p.integer().default(1),
    /** When its last token ends, for retention. */
    expiresAt: moment(),
    endedAt: moment().nullable(),
    /** `revoked`, `reuse`, `code_replay`: for people; any end is final. */
    endReason: p.text().nullable(),
  },
});
export type TokenFamily = InferEntity<typeof TokenFamily>;
