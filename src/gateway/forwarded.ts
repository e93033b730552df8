import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { clientAddress } from "../observe/address.ts";
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
 * goes on when the client hangs up, so that a revocation is not lost with the connection. A call for tokens does not (`live-call.ts`).
 */
export function callOptions(request: FastifyRequest): ForwardedCall {
  const headers: Record<string, string> = { [REQUEST_ID]: request.id };
  const address = clientAddress(request);
  if (address !== null) headers[ADDRESS] = address;
  return { headers, timeoutMs: CORE_TIMEOUT_MS };
}
