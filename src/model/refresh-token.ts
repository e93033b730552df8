import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { digest, id, moment, texts } from "./columns.ts";

/** `id` is the id inside the token. A used one stays: it is what reuse is known by. */
export const RefreshToken = defineEntity({
  name: "RefreshToken",
  tableName: "refresh_token",
  properties: {
    id: id(),
    familyId: p.uuid(),
    digest: digest(),
    issuedAt: moment(),
    expiresAt: moment(),
    usedAt: moment().nullable(),
    /** What the one rotation made, and the scopes that it was asked for, so that a retry is held against the same request. */
    successorId: p.uuid().nullable(),
    successorAccessId: p.uuid().nullable(),
    successorScopes: texts().nullable(),
    /** How this token and its sibling access token were derived from their parent. Erased once this one is used or the window has passed. */
    salt: p.blob().nullable(),
    keyId: p.text().nullable(),
    /** The address that rotated this token, and the first other one that asked for its pair again. */
    usedFrom: p.text().nullable(),
    retriedFrom: p.text().nullable(),
  },
});
export type RefreshToken = InferEntity<typeof RefreshToken>;

/** The one row that says from where on there may be salts whose time has come. */
export const SaltSweep = defineEntity({
  name: "SaltSweep",
  tableName: "salt_sweep",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    fromId: p.uuid(),
  },
  checks: [{ name: "salt_sweep_single", expression: "id = 1" }],
});
