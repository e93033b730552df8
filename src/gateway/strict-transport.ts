/** A year, in seconds: browsers then never send the session cookie or a password over plain HTTP. */
const MAX_AGE = 31_536_000;

/**
 * The header that keeps browsers on https; empty for an http origin. Subdomains belong to the platform and are not covered.
 * @see RFC 6797 §6.1
 */
export function strictTransport(origin: string): { "strict-transport-security"?: string } {
  return origin.startsWith("https:") ? { "strict-transport-security": `max-age=${MAX_AGE}` } : {};
}
