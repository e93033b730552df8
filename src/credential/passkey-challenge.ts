import { randomBytes } from "node:crypto";
import type { KeySet } from "./derive.ts";
import type { RandomSource } from "./secret.ts";

/** The purpose of a WebAuthn challenge and the session or sign-in that it belongs to. */
export type ChallengeBinding = readonly [
  purpose: "register" | "second-factor" | "reauthenticate" | "sign-in",
  ...subject: string[],
];

const TIME_BYTES = 8;
/** @see WebAuthn Level 3 §13.4.3 (at least 16 random bytes) */
const RANDOM_BYTES = 16;
const MAC_AT = TIME_BYTES + RANDOM_BYTES;
const BYTES = MAC_AT + 32;

interface NewChallenge {
  binding: ChallengeBinding;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** A base64url challenge with a MAC over its expiry and binding, so that the database stores only used challenges. */
export function createChallenge(
  keys: Pick<KeySet, "authenticateChallenge">,
  { binding, expiresAt }: NewChallenge,
  random: RandomSource = randomBytes,
): string {
  const head = Buffer.alloc(MAC_AT);
  head.writeBigUInt64BE(BigInt(expiresAt));
  head.set(random(RANDOM_BYTES), TIME_BYTES);
  return Buffer.concat([head, keys.authenticateChallenge(head, ...binding)]).toString("base64url");
}

/**
 * The bytes and the expiry, in seconds since the epoch, of a challenge with this binding; null for any other text. The caller checks the
 * expiry.
 */
export function openChallenge(
  keys: Pick<KeySet, "challengeMatches">,
  challenge: string,
  binding: ChallengeBinding,
): { bytes: Buffer; expiresAt: number } | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== BYTES || bytes.toString("base64url") !== challenge) return null;
  const head = bytes.subarray(0, MAC_AT);
  if (!keys.challengeMatches(bytes.subarray(MAC_AT), head, ...binding)) return null;
  return { bytes, expiresAt: Number(head.readBigUInt64BE()) };
}
