import type { IncomingMessage, ServerResponse } from "node:http";
import { authorizeBearer, type BearerError, type GuardSettings, requirementOf } from "./bearer.ts";
import type { Grant } from "./grant.ts";
import type { IntrospectionError } from "./introspection-error.ts";
import type { Introspector } from "./introspector.ts";

/** How a guard judges, and whom it tells why it could not. */
export interface MiddlewareSettings extends GuardSettings {
  /** Hears why the core could not be asked, for this service's log; the request is answered 503. */
  onUnavailable?: (cause: IntrospectionError) => void;
}

/** A middleware as Express, Connect (the framework), Polka and others take it, and as a plain `node:http` server can call it. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

const grants = new WeakMap<IncomingMessage, Grant>();

/**
 * A maker of middleware, each of which calls `next` only for requests whose token has all its scopes and answers the others by RFC 6750;
 * 503 while the core cannot be asked. A defect goes to `next`.
 *
 * @example
 * const requireScopes = bearerGuard(introspector);
 * app.get("/orders", requireScopes("orders:read"), (req, res) => res.json(ordersOf(grantOf(req).merchantId)));
 */
export function bearerGuard(introspector: Pick<Introspector, "introspect">, settings: MiddlewareSettings = {}) {
  const { onUnavailable, ...judging } = settings;
  return (...scopes: string[]): Middleware => {
    const requirement = requirementOf(scopes, judging);
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
        send(response, outcome.refusal);
        return false;
      }
    };
  };
}

/** Of several headers Node keeps the first one in `headers`; which of them counts is not for this side to guess. */
function authorizationOf({ headersDistinct, headers }: IncomingMessage): string | string[] | undefined {
  return headersDistinct?.authorization ?? headers.authorization;
}

function send(response: ServerResponse, { status, headers, body }: BearerError): void {
  const json = JSON.stringify(body);
  const entity = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(json) };
  response.writeHead(status, { ...headers, ...entity }).end(json);
}

/** The grant of a request that a guard let in: which merchant, which app, which scopes. */
export function grantOf(request: IncomingMessage): Grant {
  const grant = grants.get(request);
  if (grant === undefined) throw new Error("grantOf: the route has no guard");
  return grant;
}
