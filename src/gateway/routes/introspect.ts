import { timestampMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type IntrospectResponse, TokenKind } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { createRepeatFilter } from "../../observe/repeat-filter.ts";
import { oauthErrorOf, requestErrorOf } from "../../rpc/errors.ts";
import { AUTHORIZATION } from "../../rpc/metadata.ts";
import { callOptions } from "../forwarded.ts";
import type { Gateway } from "../gateway.ts";
import { toErrorResponse } from "../map-error.ts";
import { bodyParameters } from "../parameters/of-request.ts";
import { logFailure, sendErrorResponse } from "../send-error.ts";
import { KeyError, type PresentedKey, readServiceKey } from "../service-key.ts";

/** `POST /oauth/introspect` (RFC 7662), for internal services with their own service key. */
export function addIntrospectRoute(app: FastifyInstance, { clients, origin }: Gateway): void {
  const keyFaults = createRepeatFilter();
  const errorHandler = (failure: unknown, _request: unknown, reply: FastifyReply) => {
    const keyError = failure instanceof KeyError ? failure : null;
    const response = keyError?.response ?? toErrorResponse(failure);
    if (keyError === null || keyFaults.report(keyError.digest) !== null) logFailure(reply, failure, response);
    if (keyError !== null && keyError.challenges.length > 0) reply.header("www-authenticate", keyError.challenges);
    return sendErrorResponse(reply, response, origin);
  };
  app.post("/oauth/introspect", { errorHandler }, async (request) => {
    const parameters = bodyParameters(request);
    const presented = readServiceKey(request.headers.authorization, parameters);
    const { headers, ...options } = callOptions(request);
    const call = clients.tokens.introspect(
      { token: parameters.get("token"), tokenTypeHint: parameters.get("token_type_hint") },
      { ...options, headers: { ...headers, [AUTHORIZATION]: `Bearer ${presented.key}` } },
    );
    return toBody(await call.catch((failure) => Promise.reject(toKeyError(failure, presented) ?? failure)));
  });
}

/**
 * Only on this route, the call to the core carries the service key that the client sent, so an authentication error is the client's error.
 */
function toKeyError(failure: unknown, presented: PresentedKey): KeyError | null {
  if (!(failure instanceof ConnectError) || oauthErrorOf(failure) !== null || requestErrorOf(failure) !== null)
    return null;
  if (failure.code === Code.Unauthenticated) return new KeyError("invalid", presented);
  return failure.code === Code.PermissionDenied ? new KeyError("permission", presented) : null;
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
    username: token.merchantId,
    jti: token.tokenId,
    merchant_id: token.merchantId,
    installation_id: token.installationId,
    installation_version: token.installationVersion,
    account_id: token.accountId,
    // APIs must reject tokens with `test`, because the apps of such tokens may be unreviewed.
    ...(token.test && { test: true }),
  };
}

function toSeconds(timestamp: IntrospectResponse["expiresAt"]): number | undefined {
  return timestamp === undefined ? undefined : Math.floor(timestampMs(timestamp) / 1000);
}
