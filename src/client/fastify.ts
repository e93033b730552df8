import type { FastifyReply, FastifyRequest } from "fastify";
import { authorizeBearer, type Credentials, type GuardSettings, requirementOf } from "./bearer.ts";
import type { Grant } from "./grant.ts";
import type { Introspector } from "./introspector.ts";

const grants = new WeakMap<FastifyRequest, Grant>();

/**
 * A maker of `onRequest` hooks, each of which lets in only requests whose token has all its scopes and answers the others by RFC 6750.
 * While the core cannot be asked they answer 503 and log why.
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
      const { refusal, cause } = outcome;
      if (cause !== undefined) request.log.error({ err: cause }, "access tokens cannot be checked");
      return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
    };
  };
}

/** Of several headers Node keeps the first one in `headers`; which of them counts is not for this side to guess. */
function credentialsOf({ raw, headers, url }: FastifyRequest): Credentials {
  return { authorization: raw.headersDistinct?.authorization ?? headers.authorization, url };
}

/** The grant of a request that a guard let in: which merchant, which app, which scopes. */
export function grantOf(request: FastifyRequest): Grant {
  const grant = grants.get(request);
  if (grant === undefined) throw new Error("grantOf: the route has no guard");
  return grant;
}
