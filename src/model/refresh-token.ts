import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { digest, id, textArray, timestamp } from "./columns.ts";

/** `id` is the id inside the token. Used tokens stay, to detect reuse. */
export const RefreshToken = defineEntity({
  name: "RefreshToken",
  tableName: "refresh_token",
  properties: {
    id: id(),
    familyId: p.uuid(),
    digest: digest(),
    issuedAt: timestamp(),
    expiresAt: timestamp(),
    usedAt: timestamp().nullable(),
    /** The tokens of the rotation and its requested scopes, which a retry must repeat. */
    successorId: p.uuid().nullable(),
    successorAccessId: p.uuid().nullable(),
    successorScopes: textArray().nullable(),
    /** Derives this token and its access token from the parent. Erased when this token is used or the retry window ends. */
    salt: p.blob().nullable(),
    keyId: p.text().nullable(),
    /** The client address that rotated this token, and the first other address that retried the rotation. */
    usedFrom: p.text().nullable(),
    retriedFrom: p.text().nullable(),
  },
});
export type RefreshToken = InferEntity<typeof RefreshToken>;

/** Single row: the position from which the salt cleanup continues. */
export const SaltSweep = defineEntity({
  name: "SaltSweep",
  tableName: "salt_sweep",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    fromId: p.uuid(),
  },
  checks: [{ name: "salt_sweep_single", expression: "id = 1" }],
});
