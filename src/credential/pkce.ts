import { hash, timingSafeEqual } from "node:crypto";

/** The S256 code challenge of a verifier: base64url of the SHA-256 of its ASCII characters, 43 characters (RFC 7636 §4.2). */
export function toS256Challenge(verifier: string): string {
  return hash("sha256", verifier, "base64url");
}

/** True if `challenge` was made from `verifier` by S256 (RFC 7636 §4.6), compared in constant time. */
export function verifierMatches(verifier: string, challenge: string): boolean {
  const made = Buffer.from(toS256Challenge(verifier));
  const kept = Buffer.from(challenge);
  return made.length === kept.length && timingSafeEqual(made, kept);
}
