import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { requestIdFrom } from "../observe/request-id.ts";
import { ADDRESS, REQUEST_ID } from "../rpc/metadata.ts";
import type { Trusts } from "./trusted-proxies.ts";

/** Makes the request's id, or takes the one that a trusted proxy made. */
export function requestIdBy(trusts: Trusts): (request: IncomingMessage) => string {
  return ({ headers, socket }) => requestIdFrom(trusts(socket.remoteAddress) ? headers[REQUEST_ID] : undefined);
}

/** How long a route waits for the core before it answers 503. */
const CORE_TIMEOUT_MS = 5_000;

export interface ForwardedCall {
  headers: Record<string, string>;
  timeoutMs: number;
}

/**
 * The options of every call made for a request; its metadata says who asks from outside, and by which id both sides log it. The call
 * goes on when the client hangs up: what it writes is done once, whole, and a retry finds it done.
 */
export function callOptions(request: FastifyRequest): ForwardedCall {
  const headers: Record<string, string> = { [REQUEST_ID]: request.id };
  const address = clientAddress(request);
  if (address !== null) headers[ADDRESS] = address;
  return { headers, timeoutMs: CORE_TIMEOUT_MS };
}

// The left end of X-Forwarded-For, or what a proxy writes for a client it does not know, may be any text.
function clientAddress({ ip, socket }: FastifyRequest): string | null {
  const address = isIP(ip) === 0 ? socket.remoteAddress : ip;
  // A socket that listens on both families sees IPv4 as ::ffff:192.0.2.1.
  return address === undefined ? null : address.replace(/^::ffff:(?=\d+\.)/i, "");
}
