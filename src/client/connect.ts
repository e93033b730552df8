import { Code, ConnectError, type ContextValues, createContextKey, type Interceptor } from "@connectrpc/connect";
import { authorizeBearer, type BearerError, type GuardSettings, requirementOf } from "./bearer.ts";
import type { Grant } from "./grant.ts";
import type { IntrospectionError } from "./introspection-error.ts";
import type { Introspector } from "./introspector.ts";

/** How a guard judges, and whom it tells why it could not. */
export interface InterceptorSettings extends GuardSettings {
  /** Hears why the core could not be asked, for this service's log; the call fails with `unavailable`. */
  onUnavailable?: (cause: IntrospectionError) => void;
}

const GRANT = createContextKey<Grant | null>(null, { description: "what the access token opens" });

const CODES = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  503: Code.Unavailable,
} as const;

/**
 * A maker of interceptors for a server, each of which lets in only calls whose token has all its scopes. The others fail with
 * `unauthenticated`, `permission_denied` or `invalid_argument` and the challenge of RFC 6750 as metadata `www-authenticate`; with
 * `unavailable` while the core cannot be asked. A stream is judged when it begins.
 *
 * @example
 * const requireScopes = bearerGuard(introspector);
 * router.service(Orders, { list: (_request, { values }) => ordersOf(grantOf(values).merchantId) }, { interceptors: [requireScopes("orders:read")] });
 */
export function bearerGuard(introspector: Pick<Introspector, "introspect">, settings: InterceptorSettings = {}) {
  const { onUnavailable, ...judging } = settings;
  return (...scopes: string[]): Interceptor => {
    const requirement = requirementOf(scopes, judging);
    return (next) => async (request) => {
      const credentials = { authorization: request.header.get("authorization") ?? undefined, url: request.url };
      const outcome = await authorizeBearer(introspector, credentials, requirement);
      if (outcome.kind === "refused") {
        if (outcome.cause !== undefined) onUnavailable?.(outcome.cause);
        throw toConnectError(outcome.refusal);
      }
      request.contextValues.set(GRANT, outcome.grant);
      return next(request);
    };
  };
}

function toConnectError({ status, headers, body }: BearerError): ConnectError {
  return new ConnectError(body.error_description, CODES[status], headers);
}

/** The grant of a call that a guard let in: which merchant, which app, which scopes. */
export function grantOf(values: ContextValues): Grant {
  const grant = values.get(GRANT);
  if (grant === null) throw new Error("grantOf: the method has no guard");
  return grant;
}
