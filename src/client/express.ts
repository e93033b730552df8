import type { IncomingMessage, ServerResponse } from "node:http";
import { authorizeBearer, type BearerError, type GuardSettings, requirementOf } from "./bearer.ts";
import type { Grant } from "./grant.ts";
import type { IntrospectionError } from "./introspection-error.ts";
import type { Introspector } from "./introspector.ts";

/** Guard settings, and a callback for outages. */
export interface MiddlewareSettings extends GuardSettings {
  /** Called with the cause when introspection fails; the response is then 503. */
  onUnavailable?: (cause: IntrospectionError) => void;
}

/** Middleware for Express, Connect (the framework), Polka and plain `node:http` servers. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

const grants = new WeakMap<IncomingMessage, Grant>();

/**
 * Creates middleware that requires an access token with the given scopes. Authorized requests go to `next`; all others are answered
 * by RFC 6750 §3, or with 503 while the core is unreachable. Unexpected errors go to `next`.
 *
 * @example
 * const requireScopes = bearerGuard(introspector);
 * app.get("/orders", requireScopes("orders:read"), (req, res) => res.json(ordersOf(grantOf(req).merchantId)));
 */
export function bearerGuard(introspector: Pick<Introspector, "introspect">, settings: MiddlewareSettings = {}) {
  const { onUnavailable, ...guardSettings } = settings;
  return (...scopes: string[]): Middleware => {
    const requirement = requirementOf(scopes, guardSettings);
    return async (request, response, next) => {
      const admitted = await admit().catch((error: unknown) => ({ error }));
      if (admitted === false) return;
      if (admitted === true) next();
      else next(admitted.error);

      async function admit(): Promise<boolean> {
        const credentials = { authorization: authorizationOf(request), url: request.url };
        const outcome = await authorizeBearer(introspector, credentials, requirement);
        if (outcome.kind === "granted") {
          grants.set(request, outcome.grant);
          return true;
        }
        if (outcome.cause !== undefined) onUnavailable?.(outcome.cause);
        send(response, outcome.rejection);
        return false;
      }
    };
  };
}

/** All Authorization headers: `headers` holds only the first of several. */
function authorizationOf({ headersDistinct, headers }: IncomingMessage): string | string[] | undefined {
  return headersDistinct?.authorization ?? headers.authorization;
}

function send(response: ServerResponse, { status, headers, body }: BearerError): void {
  const json = JSON.stringify(body);
  const entity = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(json) };
  response.writeHead(status, { ...headers, ...entity }).end(json);
}

/** The grant of an authorized request. @throws Error on a route without a guard */
export function grantOf(request: IncomingMessage): Grant {
  const grant = grants.get(request);
  if (grant === undefined) throw new Error("grantOf: the route has no guard");
  return grant;
}
