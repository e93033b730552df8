import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply } from "fastify";
import { OAuthError } from "../oauth/errors.ts";
import { type ErrorResponse, errorUriOf, toErrorResponse } from "./map-error.ts";

/** The default `WWW-Authenticate` of a 401. */
export const BASIC_CHALLENGE = 'Basic realm="latchkey"';

const DEFAULT_RETRY_AFTER = 1;

/**
 * Sends any error as an OAuth error response (RFC 6749 §5.2) and logs it.
 * @param origin PUBLIC_URL
 */
export function sendError(reply: FastifyReply, failure: unknown, origin: string): FastifyReply {
  const response = toErrorResponse(failure);
  logFailure(reply, failure, response);
  return sendErrorResponse(reply, response, origin);
}

/** Sends a mapped error as an OAuth error response. */
export function sendErrorResponse(reply: FastifyReply, response: ErrorResponse, origin: string): FastifyReply {
  if (response.status === 401 && !reply.hasHeader("www-authenticate"))
    reply.header("www-authenticate", BASIC_CHALLENGE);
  return setErrorHeaders(reply, response).send({
    error: response.code,
    error_description: response.description,
    error_uri: response.uri || errorUriOf(response.code, origin),
    request_id: reply.request.id,
  });
}

/** Sets the status and headers of an error response, JSON or page. */
export function setErrorHeaders(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  reply.code(response.status).header("cache-control", "no-store");
  if (response.allow !== null) reply.header("allow", response.allow);
  if (response.status === 429 || response.status === 503)
    reply.header("retry-after", String(response.retryAfter ?? DEFAULT_RETRY_AFTER));
  return reply;
}

/** True if the error means that the client closed its connection. */
function isClientGone(failure: unknown): boolean {
  if (failure instanceof ConnectError) return failure.code === Code.Canceled;
  return failure instanceof OAuthError && failure.reason === "request_late";
}

/** Logs the reason and the code of an error, and the cause of internal errors, but no values of the request. */
export function logFailure({ log, request }: FastifyReply, failure: unknown, { status, code }: ErrorResponse): void {
  const reason = failure instanceof OAuthError ? failure.reason : undefined;
  const facts = { method: request.method, route: request.routeOptions.url, status, error: code, reason };
  if (status < 500 || isClientGone(failure)) log.info(facts, "request rejected");
  else if (failure instanceof ConnectError) log.warn({ ...facts, rpc: failure.message }, "the core gave no response");
  else log.error({ ...facts, err: failure }, "request failed");
}
