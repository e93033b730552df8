/** One year, in seconds. */
const MAX_AGE = 31_536_000;

/**
 * The HSTS header; empty for an http origin. Omits `includeSubDomains`, because the platform decides about the other subdomains.
 * @see RFC 6797 §6.1
 */
export function strictTransport(origin: string): { "strict-transport-security"?: string } {
  return origin.startsWith("https:") ? { "strict-transport-security": `max-age=${MAX_AGE}` } : {};
}
