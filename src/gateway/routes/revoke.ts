import type { FastifyInstance } from "fastify";
import { OAuthError } from "../../oauth/errors.ts";
import { readCredentials } from "../client-credentials.ts";
import { callOptions } from "../forwarded.ts";
import type { Gateway } from "../gateway.ts";
import { bodyParameters } from "../parameters/of-request.ts";

/** `POST /oauth/revoke` (RFC 7009): revokes a token of the app. Responds 200 without a body, also for an unknown token. */
export function addRevokeRoute(app: FastifyInstance, { clients }: Gateway): void {
  app.post("/oauth/revoke", async (request, reply) => {
    const parameters = bodyParameters(request);
    const credentials = readCredentials(request.headers.authorization, parameters);
    if (credentials === null) throw new OAuthError("client_malformed");
    const token = parameters.get("token");
    const tokenTypeHint = parameters.get("token_type_hint");
    await clients.tokens.revoke({ credentials, token, tokenTypeHint }, callOptions(request));
    return reply.send();
  });
}
