import { randomBytes } from "node:crypto";
import { encodeBase62 } from "./base62.ts";
import { sha256 } from "./digest.ts";

/** Gives `size` unpredictable bytes. The default everywhere is node:crypto's `randomBytes`; tests pass their own. */
export type RandomSource = (size: number) => Uint8Array;

export const SECRET_BYTES = 32;

/** A fresh 32-byte secret part of a token. */
export function createSecret(random: RandomSource = randomBytes): Uint8Array {
  return random(SECRET_BYTES);
}

/** A fresh 32-byte salt, kept in a refresh token's row while its successor can be derived again. */
export function createSalt(random: RandomSource = randomBytes): Uint8Array {
  return random(SECRET_BYTES);
}

/** A fresh `client_id`: `app_` and 22 base 62 digits of 128 random bits, so that ids cannot be walked. */
export function createClientId(random: RandomSource = randomBytes): string {
  return `app_${encodeBase62(random(16), 22)}`;
}

export interface NewSession {
  /** 43 characters of base64url, for the cookie; shown to nobody else and stored nowhere. */
  token: string;
  /** SHA-256 of the 32 bytes, for the session's row. */
  digest: Buffer;
}

/** A fresh session token of 32 random bytes with the digest to store. */
export function createSessionToken(random: RandomSource = randomBytes): NewSession {
  const secret = random(SECRET_BYTES);
  return { token: Buffer.from(secret).toString("base64url"), digest: sha256(secret) };
}

/** The digest under which a presented session token is stored; null if it is not 32 bytes in canonical base64url. */
export function findSessionDigest(token: string): Buffer | null {
  const secret = decodeKey(token);
  return secret && sha256(secret);
}

/** 32 bytes from exactly their 43 canonical base64url characters (no padding, no stray bits), else null. */
export function decodeKey(text: string): Buffer | null {
  // Before anything is decoded, so that a long text costs nothing.
  if (text.length !== 43) return null;
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === SECRET_BYTES && bytes.toString("base64url") === text ? bytes : null;
}
