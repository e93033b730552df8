import { hash, timingSafeEqual } from "node:crypto";

/** The S256 code challenge of a verifier (43 base64url characters). @see RFC 7636 §4.2 */
export function toS256Challenge(verifier: string): string {
  return hash("sha256", verifier, "base64url");
}

/** True if `challenge` is the S256 challenge of `verifier`; constant time. @see RFC 7636 §4.6 */
export function verifierMatches(verifier: string, challenge: string): boolean {
  const computed = Buffer.from(toS256Challenge(verifier));
  const stored = Buffer.from(challenge);
  return computed.length === stored.length && timingSafeEqual(computed, stored);
}
