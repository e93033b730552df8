import type { FastifyInstance } from "fastify";
import { OAuthError } from "../../oauth/errors.ts";
import { readCredentials } from "../client-credentials.ts";
import { callOptions } from "../forwarded.ts";
import type { Gateway } from "../gateway.ts";
import { rejectDisconnected } from "../live-call.ts";
import { bodyParameters } from "../parameters/of-request.ts";

/**
 * `POST /oauth/uninstall`: a confidential app uninstalls itself from a merchant. Responds 200 without a body, also if the app is not
 * installed.
 */
export function addUninstallRoute(app: FastifyInstance, { clients, pauses }: Gateway): void {
  app.post("/oauth/uninstall", async (request, reply) => {
    const parameters = bodyParameters(request);
    const credentials = readCredentials(request.headers.authorization, parameters);
    if (credentials === null) throw new OAuthError("client_malformed");
    // A request that arrives late could undo a re-install that followed it.
    await rejectDisconnected(pauses, request);
    const merchantId = parameters.get("merchant_id");
    await clients.installations.uninstallByApp({ credentials, merchantId }, callOptions(request));
    return reply.send();
  });
}
