import { isIP } from "node:net";

/**
 * The client's address, forwarded by trusted proxies only (Fastify's `trustProxy`); null if unknown.
 * @param request the Fastify request
 */
export function clientAddress({ ip, socket }: { ip: string; socket: { remoteAddress?: string } }): string | null {
  // The first entry of X-Forwarded-For may be any text.
  const address = isIP(ip) === 0 ? socket.remoteAddress : ip;
  // Dual-stack sockets report IPv4 as ::ffff:192.0.2.1.
  return address === undefined ? null : address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** `host:port`, with an IPv6 address in brackets. */
export function authorityOf(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
