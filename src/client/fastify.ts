import type { FastifyReply, FastifyRequest } from "fastify";
import { authorizeBearer, type Requirement } from "./bearer.ts";
import type { Grant } from "./grant.ts";
import type { Introspector } from "./introspector.ts";

const grants = new WeakMap<FastifyRequest, Grant>();

/**
 * An `onRequest` hook that lets in only requests whose token has all the scopes, and answers the others by RFC 6750. While the core
 * cannot be asked it answers 503 and logs why.
 *
 * @example app.get("/orders", { onRequest: requireScopes(introspector, { scopes: ["orders:read"] }) }, handler)
 */
export function requireScopes(introspector: Introspector, requirement: Requirement) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const outcome = await authorizeBearer(introspector, authorizationOf(request), requirement);
    if (outcome.kind === "granted") {
      grants.set(request, outcome.grant);
      return undefined;
    }
    const { refusal, cause } = outcome;
    if (cause !== undefined) request.log.error({ err: cause }, "access tokens cannot be checked");
    return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
  };
}

/** Of several headers Node keeps the first one in `headers`; which of them counts is not for this side to guess. */
function authorizationOf({ raw, headers }: FastifyRequest): string | string[] | undefined {
  return raw.headersDistinct?.authorization ?? headers.authorization;
}

/** The grant of a request that `requireScopes` let in: which merchant, which app, which scopes. */
export function grantOf(request: FastifyRequest): Grant {
  const grant = grants.get(request);
  if (grant === undefined) throw new Error("grantOf: the route has no requireScopes hook");
  return grant;
}
