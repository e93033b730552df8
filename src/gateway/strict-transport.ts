/** One year, in seconds. */
const MAX_AGE = 31_536_000;

/**
 * The HSTS header; empty for an http origin. Without includeSubDomains: subdomains belong to the platform.
 * @see RFC 6797 §6.1
 */
export function strictTransport(origin: string): { "strict-transport-security"?: string } {
  return origin.startsWith("https:") ? { "strict-transport-security": `max-age=${MAX_AGE}` } : {};
}
