import { hash, timingSafeEqual } from "node:crypto";

/** The 32-byte SHA-256 of bytes or of a UTF-8 string. */
export function sha256(data: Uint8Array | string): Buffer {
  return hash("sha256", data, "buffer");
}

/** The cache key of a token's text: SHA-256 in base64url, so that no cache holds a usable token. */
export function cacheKeyOf(text: string): string {
  return hash("sha256", text, "base64url");
}

/** Compares two digests in constant time; false if the lengths differ. */
export function digestsEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
