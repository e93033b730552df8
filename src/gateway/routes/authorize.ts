import type { MessageInitShape } from "@bufbuild/protobuf";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type {
  StartAuthorizationRequestSchema,
  StartAuthorizationResponse,
} from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { ReceivedParameters } from "../../http/form.ts";
import { readCookie } from "../../http/read-cookie.ts";
import { sessionCookieName } from "../../http/session-cookie.ts";
import { OAuthError } from "../../oauth/errors.ts";
import { requestErrorOf } from "../../rpc/errors.ts";
import { SESSION } from "../../rpc/metadata.ts";
import { sendErrorPage } from "../error-page.ts";
import { callOptions } from "../forwarded.ts";
import type { Gateway } from "../gateway.ts";
import { toErrorResponse } from "../map-error.ts";
import { queryOf, receivedInBody } from "../parameters/of-request.ts";
import { readForm } from "../parameters/received.ts";
import { logFailure } from "../send-error.ts";

/** `GET` and `POST /oauth/authorize` (RFC 6749 §3.1): responds with a redirect or a page. */
export function addAuthorizeRoute(app: FastifyInstance, { clients, origin }: Gateway): void {
  const cookie = sessionCookieName(origin.startsWith("https:"));
  const start = async (received: ReceivedParameters, request: FastifyRequest, reply: FastifyReply) => {
    if (isEmbedded(request)) return rejectEmbedded(reply);
    const { headers, ...options } = callOptions(request);
    const session = readCookie(request.headers.cookie, cookie);
    if (session !== null) headers[SESSION] = session;
    return sendOutcome(
      await clients.consent.startAuthorization(toStartRequest(received), { ...options, headers }),
      reply,
    );
  };
  app.get("/oauth/authorize", { errorHandler }, (request, reply) => {
    return start(readForm(queryOf(request)), request, reply);
  });
  app.post("/oauth/authorize", { errorHandler }, async (request, reply) => {
    // A parameter could otherwise appear in both the query and the body.
    if (queryOf(request) !== "") throw new OAuthError("parameter_in_query");
    return start(receivedInBody(request), request, reply);
  });
}

/** True if the request loads a frame, an image or a script. Pages of other sites must not start authorizations in this way. */
function isEmbedded({ headers }: FastifyRequest): boolean {
  const destination = headers["sec-fetch-dest"];
  return destination !== undefined && destination !== "document";
}

function rejectEmbedded(reply: FastifyReply): FastifyReply {
  const message = "An authorization must start as a page load, not from a frame, an image or a script.";
  return reply
    .code(400)
    .header("cache-control", "no-store")
    .errorPage(400, { reason: "authorization_embedded", message });
}

function toStartRequest({
  pairs,
  malformed,
}: ReceivedParameters): MessageInitShape<typeof StartAuthorizationRequestSchema> {
  return { parameters: pairs.map(([name, value]) => ({ name, value })), malformed };
}

function sendOutcome({ outcome, signInRequired }: StartAuthorizationResponse, reply: FastifyReply): FastifyReply {
  switch (outcome.case) {
    case "errorPage":
      return reply.code(400).errorPage(400, outcome.value);
    case "redirectTo":
      return redirect(reply, outcome.value);
    case "interactionId": {
      const next = `/interactions/${encodeURIComponent(outcome.value)}`;
      return redirect(reply, signInRequired ? `/sign-in?next=${encodeURIComponent(next)}` : next);
    }
    case undefined:
      throw new Error("StartAuthorization returned no outcome");
  }
}

// RFC 9700 §4.12: 303, so that the browser does not resend a POST body to the app.
function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header("location", location).header("referrer-policy", "no-referrer").send();
}

/** Errors are HTML pages: the client is a browser. */
function errorHandler(failure: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const limit = requestErrorOf(failure);
  if (limit?.reason === "AUTHORIZATION_LIMIT") {
    reply.header("retry-after", String(limit.retryAfter ?? 60)).header("cache-control", "no-store");
    return reply.errorPage(429, { reason: "authorization_limit", message: limit.message });
  }
  const response = toErrorResponse(failure);
  logFailure(reply, failure, response);
  return sendErrorPage(reply, response);
}
