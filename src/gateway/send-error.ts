import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply } from "fastify";
import { OAuthError } from "../oauth/errors.ts";
import { type ErrorAnswer, errorUriOf, toErrorAnswer } from "./error-answer.ts";

/** The default `WWW-Authenticate` of a 401. */
export const BASIC_CHALLENGE = 'Basic realm="latchkey"';

const DEFAULT_RETRY_AFTER = 1;

/**
 * Sends any error as an OAuth error response (RFC 6749 §5.2) and logs it.
 * @param origin PUBLIC_URL
 */
export function sendError(reply: FastifyReply, failure: unknown, origin: string): FastifyReply {
  const answer = toErrorAnswer(failure);
  logFailure(reply, failure, answer);
  return sendAnswer(reply, answer, origin);
}

/** Sends a mapped error as an OAuth error response. */
export function sendAnswer(reply: FastifyReply, answer: ErrorAnswer, origin: string): FastifyReply {
  if (answer.status === 401 && !reply.hasHeader("www-authenticate")) reply.header("www-authenticate", BASIC_CHALLENGE);
  return setErrorHeaders(reply, answer).send({
    error: answer.code,
    error_description: answer.description,
    error_uri: answer.uri || errorUriOf(answer.code, origin),
    request_id: reply.request.id,
  });
}

/** Sets the status and headers of an error response, JSON or page. */
export function setErrorHeaders(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  reply.code(answer.status).header("cache-control", "no-store");
  if (answer.allow !== null) reply.header("allow", answer.allow);
  if (answer.status === 429 || answer.status === 503)
    reply.header("retry-after", String(answer.retryAfter ?? DEFAULT_RETRY_AFTER));
  return reply;
}

/** Whether the client closed its connection. */
function isClientGone(failure: unknown): boolean {
  if (failure instanceof ConnectError) return failure.code === Code.Canceled;
  return failure instanceof OAuthError && failure.reason === "request_late";
}

/** Logs an error without request values: reasons and codes, and the cause of internal errors. */
export function logFailure({ log, request }: FastifyReply, failure: unknown, { status, code }: ErrorAnswer): void {
  const reason = failure instanceof OAuthError ? failure.reason : undefined;
  const facts = { method: request.method, route: request.routeOptions.url, status, error: code, reason };
  if (status < 500 || isClientGone(failure)) log.info(facts, "refused");
  else if (failure instanceof ConnectError) log.warn({ ...facts, rpc: failure.message }, "the core gave no answer");
  else log.error({ ...facts, err: failure }, "failed");
}
