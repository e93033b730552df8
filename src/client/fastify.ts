import type { FastifyReply, FastifyRequest } from "fastify";
import { authorizeBearer, type Credentials, type GuardSettings, requirementOf } from "./bearer.ts";
import type { Grant } from "./grant.ts";
import type { Introspector } from "./introspector.ts";

const grants = new WeakMap<FastifyRequest, Grant>();

/**
 * Creates `onRequest` hooks that require an access token with the given scopes. Other requests get a response by RFC 6750 §3, or 503
 * with a log line while the core is unreachable.
 *
 * @example
 * const requireScopes = bearerGuard(introspector);
 * app.get("/orders", { onRequest: requireScopes("orders:read") }, (request) => ordersOf(grantOf(request).merchantId));
 */
export function bearerGuard(introspector: Pick<Introspector, "introspect">, settings: GuardSettings = {}) {
  return (...scopes: string[]) => {
    const requirement = requirementOf(scopes, settings);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const outcome = await authorizeBearer(introspector, credentialsOf(request), requirement);
      if (outcome.kind === "granted") {
        grants.set(request, outcome.grant);
        return undefined;
      }
      const { rejection, cause } = outcome;
      if (cause !== undefined) request.log.error({ err: cause }, "access tokens cannot be checked");
      return reply.code(rejection.status).headers(rejection.headers).send(rejection.body);
    };
  };
}

/** All Authorization headers: `headers` holds only the first of several. */
function credentialsOf({ raw, headers, url }: FastifyRequest): Credentials {
  return { authorization: raw.headersDistinct?.authorization ?? headers.authorization, url };
}

/** The grant of an authorized request. @throws Error on a route without a guard */
export function grantOf(request: FastifyRequest): Grant {
  const grant = grants.get(request);
  if (grant === undefined) throw new Error("grantOf: the route has no guard");
  return grant;
}
