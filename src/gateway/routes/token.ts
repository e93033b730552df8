import type { CallOptions } from "@connectrpc/connect";
import type { FastifyInstance } from "fastify";
import type { ExchangeResponse, RefreshResponse } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { OAuthError } from "../../oauth/errors.ts";
import { type Credentials, readCredentials } from "../client-credentials.ts";
import type { GatewayClients } from "../clients.ts";
import type { Gateway } from "../gateway.ts";
import { openLiveCall } from "../live-call.ts";
import { bodyParameters } from "../parameters/of-request.ts";
import type { Parameters } from "../parameters/single-valued.ts";

interface Grant {
  credentials: Credentials;
  parameters: Parameters;
  options: CallOptions;
}

type Redeem = (tokens: GatewayClients["tokens"], grant: Grant) => Promise<ExchangeResponse | RefreshResponse>;

// Missing parameters are sent to the core as empty fields, because the core authenticates the app before it checks them.
const GRANTS = new Map<string, Redeem>([
  [
    "authorization_code",
    (tokens, { credentials, parameters, options }) => {
      const code = parameters.get("code");
      const redirectUri = parameters.get("redirect_uri");
      const codeVerifier = parameters.get("code_verifier");
      return tokens.exchange({ credentials, code, redirectUri, codeVerifier }, options);
    },
  ],
  [
    "refresh_token",
    (tokens, { credentials, parameters, options }) => {
      const refreshToken = parameters.get("refresh_token");
      const scopes = parameters.get("scope")?.split(" ");
      return tokens.refresh({ credentials, refreshToken, scopes }, options);
    },
  ],
]);

/** `POST /oauth/token` (RFC 6749 §4.1.3, §6): redeems a code or a refresh token. */
export function addTokenRoute(app: FastifyInstance, { clients, pauses }: Gateway): void {
  app.post("/oauth/token", async (request, reply) => {
    const parameters = bodyParameters(request);
    const credentials = readCredentials(request.headers.authorization, parameters);
    const redeem = grantOf(parameters);
    if (credentials === null) throw new OAuthError("client_malformed");
    const { options, settle } = await openLiveCall(pauses, reply);
    const pair = await redeem(clients.tokens, { credentials, parameters, options }).finally(settle);
    return toBody(pair);
  });
}

function grantOf(parameters: Parameters): Redeem {
  const grantType = parameters.get("grant_type");
  if (grantType === undefined) throw new OAuthError("grant_type_missing");
  const redeem = GRANTS.get(grantType);
  if (redeem === undefined) throw new OAuthError("grant_type_unsupported");
  return redeem;
}

function toBody(pair: ExchangeResponse | RefreshResponse): Record<string, unknown> {
  return {
    access_token: pair.accessToken,
    token_type: pair.tokenType,
    expires_in: pair.expiresIn,
    ...(pair.refreshToken !== "" && {
      refresh_token: pair.refreshToken,
      refresh_token_expires_in: pair.refreshTokenExpiresIn,
    }),
    scope: pair.scopes.join(" "),
    merchant_id: pair.merchantId,
    installation_id: pair.installationId,
  };
}
