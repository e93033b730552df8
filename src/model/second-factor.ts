import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { digest, id, textArray, timestamp, writtenAt } from "./columns.ts";

/** The authenticator app (TOTP, RFC 6238) of an account. */
export const TotpFactor = defineEntity({
  name: "TotpFactor",
  tableName: "totp_factor",
  properties: {
    id: id(),
    account: p.manyToOne(Account).unique("totp_factor_account_unique"),
    /** The key of TOKEN_KEY that encrypts the secret. */
    keyId: p.text(),
    sealed: p.blob(),
    /** The secret that replaces `sealed` once it is confirmed, and its key; null if there is none. */
    nextKeyId: p.text().nullable(),
    nextSealed: p.blob().nullable(),
    /** Null until the first code was correct. */
    confirmedAt: timestamp().nullable(),
    /** The time step of the last accepted code. Codes of this step and of earlier steps are refused. */
    lastStep: p.bigint("number").nullable(),
    createdAt: writtenAt(),
  },
});
export type TotpFactor = InferEntity<typeof TotpFactor>;

/** A passkey (WebAuthn credential) of an account. */
export const Passkey = defineEntity({
  name: "Passkey",
  tableName: "passkey",
  properties: {
    id: id(),
    account: p.manyToOne(Account).index("passkey_account"),
    credentialId: p.blob().unique("passkey_credential_id_unique"),
    /** COSE key. */
    publicKey: p.blob(),
    /** The signature counter; 0 for passkeys that do not count. */
    counter: p.bigint("number"),
    transports: textArray(),
    name: p.text(),
    createdAt: writtenAt(),
    lastUsedAt: timestamp().nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;

/** A recovery code, which replaces the second factor once. */
export const RecoveryCode = defineEntity({
  name: "RecoveryCode",
  tableName: "recovery_code",
  properties: {
    id: id(),
    account: p.manyToOne(Account).index("recovery_code_account"),
    digest: digest().unique("recovery_code_digest_unique"),
    usedAt: timestamp().nullable(),
    createdAt: writtenAt(),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;

/** A sign-in that waits for the second factor after a correct password; single use. */
export const PendingSignIn = defineEntity({
  name: "PendingSignIn",
  tableName: "pending_sign_in",
  properties: {
    id: id(),
    digest: digest().unique("pending_sign_in_digest_unique"),
    account: p.manyToOne(Account),
    /** SHA-256 of the hash that verified the password: a later change of the password ends the sign-in. */
    passwordDigest: digest(),
    failures: p.integer().default(0),
    createdAt: writtenAt(),
    expiresAt: timestamp().index("pending_sign_in_expires_at"),
    usedAt: timestamp().nullable(),
  },
});
export type PendingSignIn = InferEntity<typeof PendingSignIn>;

/** A used WebAuthn challenge, kept until it expires so that it is not accepted again. */
export const UsedChallenge = defineEntity({
  name: "UsedChallenge",
  tableName: "used_challenge",
  properties: {
    id: id(),
    digest: digest().unique("used_challenge_digest_unique"),
    expiresAt: timestamp().index("used_challenge_expires_at"),
  },
});
export type UsedChallenge = InferEntity<typeof UsedChallenge>;
