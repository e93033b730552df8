import { timestampMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type IntrospectResponse, TokenKind } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { oauthErrorOf, requestErrorOf } from "../../rpc/errors.ts";
import { AUTHORIZATION } from "../../rpc/metadata.ts";
import { type ErrorResponse, toErrorResponse } from "../error-response.ts";
import { callOptions } from "../forwarded.ts";
import type { Gateway } from "../gateway.ts";
import { bodyParameters } from "../parameters/of-request.ts";
import { logFailure, sendErrorResponse } from "../send-error.ts";

// The format of a stored service key. The in-process gateway key has another format, so it cannot be used from outside.
const SERVICE_KEY = /^bearer +([0-9A-Za-z]+_sk_[0-9A-Za-z]{71})$/i;

const CHALLENGE = 'Bearer realm="latchkey"';

/** The caller's service key is missing, invalid or lacks the permission (RFC 6750 §3.1). */
class KeyError extends Error {
  readonly response: ErrorResponse;
  readonly challenge: string;

  constructor(code: "invalid_token" | "insufficient_scope", sent = true) {
    const description =
      code === "invalid_token"
        ? "A valid service key is required."
        : "The service key lacks the permission to introspect.";
    super(description);
    const status = code === "invalid_token" ? 401 : 403;
    this.response = { status, code, description, uri: "", retryAfter: null, allow: null };
    // RFC 6750 §3: without credentials, the challenge carries no error code.
    this.challenge = sent ? `${CHALLENGE}, error="${code}"` : CHALLENGE;
  }
}

/** `POST /oauth/introspect` (RFC 7662), for internal services with their own service key. */
export function addIntrospectRoute(app: FastifyInstance, { clients, origin }: Gateway): void {
  const errorHandler = (failure: unknown, _request: unknown, reply: FastifyReply) => {
    const keyError = toKeyError(failure);
    const response = keyError?.response ?? toErrorResponse(failure);
    logFailure(reply, failure, response);
    if (keyError !== null) reply.header("www-authenticate", keyError.challenge);
    return sendErrorResponse(reply, response, origin);
  };
  app.post("/oauth/introspect", { errorHandler }, async (request) => {
    const parameters = bodyParameters(request);
    const key = readServiceKey(request.headers.authorization);
    const { headers, ...options } = callOptions(request);
    const response = await clients.tokens.introspect(
      { token: parameters.get("token"), tokenTypeHint: parameters.get("token_type_hint") },
      { ...options, headers: { ...headers, [AUTHORIZATION]: `Bearer ${key}` } },
    );
    return toBody(response);
  });
}

function readServiceKey(authorization: string | undefined): string {
  const key = SERVICE_KEY.exec(authorization ?? "")?.[1];
  if (key === undefined) throw new KeyError("invalid_token", authorization !== undefined);
  return key;
}

/** On this route only, the call carries the client's service key, so an authentication error is the client's. */
function toKeyError(failure: unknown): KeyError | null {
  if (failure instanceof KeyError) return failure;
  if (!(failure instanceof ConnectError) || oauthErrorOf(failure) !== null || requestErrorOf(failure) !== null)
    return null;
  if (failure.code === Code.Unauthenticated) return new KeyError("invalid_token");
  return failure.code === Code.PermissionDenied ? new KeyError("insufficient_scope") : null;
}

function toBody(token: IntrospectResponse): Record<string, unknown> {
  // RFC 7662 §2.2: no details about an inactive token.
  if (token.active !== true) return { active: false };
  return {
    active: true,
    scope: token.scopes.join(" "),
    client_id: token.clientId,
    ...(token.tokenType !== "" && { token_type: token.tokenType }),
    token_kind: token.tokenKind === TokenKind.REFRESH ? "refresh" : "access",
    exp: toSeconds(token.expiresAt),
    iat: toSeconds(token.issuedAt),
    iss: token.issuer,
    sub: token.merchantId,
    jti: token.tokenId,
    merchant_id: token.merchantId,
    installation_id: token.installationId,
    installation_version: token.installationVersion,
    account_id: token.accountId,
    // APIs reject tokens of test merchants: their app may be unreviewed.
    ...(token.test && { test: true }),
  };
}

function toSeconds(timestamp: IntrospectResponse["expiresAt"]): number | undefined {
  return timestamp === undefined ? undefined : Math.floor(timestampMs(timestamp) / 1000);
}
