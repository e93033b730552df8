import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { clientAddress } from "../observe/address.ts";
import { requestIdFrom } from "../observe/request-id.ts";
import { ADDRESS, REQUEST_ID } from "../rpc/metadata.ts";
import type { Trusts } from "./trusted-proxies.ts";

/** Returns a function that takes the request id from a trusted proxy, or generates one. */
export function requestIdBy(trusts: Trusts): (request: IncomingMessage) => string {
  return ({ headers, socket }) => requestIdFrom(trusts(socket.remoteAddress) ? headers[REQUEST_ID] : undefined);
}

/** The deadline of a call to the core; the route then responds 503. */
const CORE_TIMEOUT_MS = 5_000;

export interface ForwardedCall {
  headers: Record<string, string>;
  timeoutMs: number;
}

/**
 * Call options for a request: the metadata carries the client address and the request id. The call continues when the client disconnects,
 * so that a revocation is not lost. Calls that issue tokens are cancelled instead (`live-call.ts`).
 */
export function callOptions(request: FastifyRequest): ForwardedCall {
  const headers: Record<string, string> = { [REQUEST_ID]: request.id };
  const address = clientAddress(request);
  if (address !== null) headers[ADDRESS] = address;
  return { headers, timeoutMs: CORE_TIMEOUT_MS };
}
