import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** The person's address, through trusted proxies only (Fastify's `trustProxy`); null where none is known. */
export function clientAddress({ ip, socket }: FastifyRequest): string | null {
  // What a proxy writes for a client that it does not know may be any text, which is no address and no legal metadata.
  const address = isIP(ip) === 0 ? socket.remoteAddress : ip;
  // A socket that listens on both families sees IPv4 as ::ffff:192.0.2.1.
  return address === undefined ? null : address.replace(/^::ffff:(?=\d+\.)/i, "");
}
