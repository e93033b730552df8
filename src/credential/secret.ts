import { randomBytes } from "node:crypto";
import { encodeBase62 } from "./base62.ts";
import { digestsEqual, sha256 } from "./digest.ts";

/** Returns `size` random bytes. The default is node:crypto's `randomBytes`; tests pass their own. */
export type RandomSource = (size: number) => Uint8Array;

export const SECRET_BYTES = 32;

/** A new 32-byte token secret. */
export function createSecret(random: RandomSource = randomBytes): Uint8Array {
  return random(SECRET_BYTES);
}

/** The SHA-256 that a row stores instead of the secret. A secret of 256 random bits needs no slow hash. */
export function digestSecret(secret: Uint8Array): Buffer {
  return sha256(secret);
}

/** True if `stored` is the digest of `secret`; compared in constant time. */
export function secretMatches(secret: Uint8Array, stored: Uint8Array): boolean {
  return digestsEqual(digestSecret(secret), stored);
}

/** A new 32-byte salt, stored with a refresh token until its retry window ends. */
export function createSalt(random: RandomSource = randomBytes): Uint8Array {
  return random(SECRET_BYTES);
}

/** A new `client_id`: `app_` and 128 random bits in 22 base 62 digits, so that ids cannot be enumerated. */
export function createClientId(random: RandomSource = randomBytes): string {
  return `app_${encodeBase62(random(16), 22)}`;
}

export interface NewSession {
  /** 43 base64url characters, for the cookie only; never stored. */
  token: string;
  /** `digestSecret` of the 32 bytes, for the session's row. */
  digest: Buffer;
}

/** A new session token of 32 random bytes, and the digest to store. */
export function createSessionToken(random: RandomSource = randomBytes): NewSession {
  const secret = random(SECRET_BYTES);
  return { token: Buffer.from(secret).toString("base64url"), digest: digestSecret(secret) };
}

/** The stored digest of a presented session token; null if the token is not 32 bytes in canonical base64url. */
export function findSessionDigest(token: string): Buffer | null {
  const secret = decodeKey(token);
  return secret && digestSecret(secret);
}

/** Decodes 32 bytes from 43 canonical base64url characters (no padding, no stray bits); null for any other text. */
export function decodeKey(text: string): Buffer | null {
  // Checks the length first, so that long texts are never decoded.
  if (text.length !== 43) return null;
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === SECRET_BYTES && bytes.toString("base64url") === text ? bytes : null;
}
