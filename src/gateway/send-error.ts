import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply } from "fastify";
import { OAuthError } from "../oauth/errors.ts";
import { type ErrorAnswer, toErrorAnswer } from "./error-answer.ts";
import { errorUriOf } from "./error-uri.ts";

/** How a 401 asks for what is missing. */
export const BASIC_CHALLENGE = 'Basic realm="latchkey"';

const DEFAULT_RETRY_AFTER = 1;

/**
 * Answers a failure in OAuth's shape.
 * @param origin PUBLIC_URL
 */
export function sendError(reply: FastifyReply, failure: unknown, origin: string): FastifyReply {
  const answer = toErrorAnswer(failure);
  logFailure(reply, failure, answer);
  return sendAnswer(reply, answer, origin);
}

/** As `sendError`, for who has judged the failure already. */
export function sendAnswer(reply: FastifyReply, answer: ErrorAnswer, origin: string): FastifyReply {
  if (answer.status === 401 && !reply.hasHeader("www-authenticate")) reply.header("www-authenticate", BASIC_CHALLENGE);
  return setErrorHeaders(reply, answer).send({
    error: answer.code,
    error_description: answer.description,
    error_uri: answer.uri || errorUriOf(answer.code, origin),
    request_id: reply.request.id,
  });
}

/** Status and headers, for the answers that are pages as well. */
export function setErrorHeaders(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  reply.code(answer.status).header("cache-control", "no-store");
  if (answer.allow !== null) reply.header("allow", answer.allow);
  if (answer.status === 429 || answer.status === 503)
    reply.header("retry-after", String(answer.retryAfter ?? DEFAULT_RETRY_AFTER));
  return reply;
}

/** A request whose client has closed its connection is no fault of the service. */
function isGivenUp(failure: unknown): boolean {
  if (failure instanceof ConnectError) return failure.code === Code.Canceled;
  return failure instanceof OAuthError && failure.reason === "request_late";
}

/** What went wrong, without any value of the request: reasons and codes, and the cause of what is our own fault. */
export function logFailure({ log, request }: FastifyReply, failure: unknown, { status, code }: ErrorAnswer): void {
  const reason = failure instanceof OAuthError ? failure.reason : undefined;
  const facts = { method: request.method, route: request.routeOptions.url, status, error: code, reason };
  if (status < 500 || isGivenUp(failure)) log.info(facts, "refused");
  else if (failure instanceof ConnectError) log.warn({ ...facts, rpc: failure.message }, "the core gave no answer");
  else log.error({ ...facts, err: failure }, "failed");
}
