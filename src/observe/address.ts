import { isIP } from "node:net";

/**
 * The outside client's address, through trusted proxies only (Fastify's `trustProxy`); null where none is known.
 * @param request Fastify's, of which this is all that counts
 */
export function clientAddress({ ip, socket }: { ip: string; socket: { remoteAddress?: string } }): string | null {
  // The left end of X-Forwarded-For, or what a proxy writes for a client it does not know, may be any text.
  const address = isIP(ip) === 0 ? socket.remoteAddress : ip;
  // A socket that listens on both families sees IPv4 as ::ffff:192.0.2.1.
  return address === undefined ? null : address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** `host:port`, with an IPv6 address in brackets. */
export function authorityOf(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
