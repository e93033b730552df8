import { hash, timingSafeEqual } from "node:crypto";

/** SHA-256 of bytes, or of a string's UTF-8 bytes; 32 bytes. Of a token's secret part it is what the database stores. */
export function sha256(data: Uint8Array | string): Buffer {
  return hash("sha256", data, "buffer");
}

/** The key of a whole token's text in caches: its SHA-256 in base64url, so that no cache holds a usable token. */
export function cacheKeyOf(text: string): string {
  return hash("sha256", text, "base64url");
}

/** Compares two digests in a time that depends on neither; false where the lengths differ. */
export function digestsEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** True if `secret` is the one whose SHA-256 is `stored`. */
export function secretMatches(secret: Uint8Array, stored: Uint8Array): boolean {
  return digestsEqual(sha256(secret), stored);
}
