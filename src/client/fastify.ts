import type { FastifyReply, FastifyRequest } from "fastify";
import { authorizeBearer, type Requirement } from "./bearer.ts";
import type { Grant } from "./grant.ts";
import type { Introspector } from "./introspector.ts";

const grants = new WeakMap<FastifyRequest, Grant>();

/**
 * An `onRequest` hook that lets in only requests whose token has all the scopes, and answers the others by RFC 6750.
 *
 * @example app.get("/orders", { onRequest: requireScopes(introspector, { scopes: ["orders:read"] }) }, handler)
 */
export function requireScopes(introspector: Introspector, requirement: Requirement) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const outcome = await authorizeBearer(introspector, request.headers.authorization, requirement);
    if (outcome.kind === "refused") {
      const { status, headers, body } = outcome.refusal;
      return reply.code(status).headers(headers).send(body);
    }
    grants.set(request, outcome.grant);
    return undefined;
  };
}

/** The grant of a request that `requireScopes` let in: which merchant, which app, which scopes. */
export function grantOf(request: FastifyRequest): Grant {
  const grant = grants.get(request);
  if (grant === undefined) throw new Error("grantOf: the route has no requireScopes hook");
  return grant;
}
