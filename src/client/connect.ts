import { Code, ConnectError, type ContextValues, createContextKey, type Interceptor } from "@connectrpc/connect";
import { authorizeBearer, type BearerError, type GuardSettings, requirementOf } from "./bearer.ts";
import type { Grant } from "./grant.ts";
import type { IntrospectionError } from "./introspection-error.ts";
import type { Introspector } from "./introspector.ts";

/** Guard settings, and a callback for outages. */
export interface InterceptorSettings extends GuardSettings {
  /** Called with the cause when introspection fails; the call then fails with `unavailable`. */
  onUnavailable?: (cause: IntrospectionError) => void;
}

const GRANT = createContextKey<Grant | null>(null, { description: "the grant of the access token" });

const CODES = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  503: Code.Unavailable,
} as const;

/**
 * Creates server interceptors that require an access token with the given scopes. All other calls fail: with `unauthenticated`,
 * `permission_denied` or `invalid_argument` and the challenge of RFC 6750 §3 in the metadata `www-authenticate`, or with
 * `unavailable` while the core is unreachable. A stream is authorized once, at its start.
 *
 * @example
 * const requireScopes = bearerGuard(introspector);
 * router.service(Orders, { list: (_request, { values }) => ordersOf(grantOf(values).merchantId) }, { interceptors: [requireScopes("orders:read")] });
 */
export function bearerGuard(introspector: Pick<Introspector, "introspect">, settings: InterceptorSettings = {}) {
  const { onUnavailable, ...guardSettings } = settings;
  return (...scopes: string[]): Interceptor => {
    const requirement = requirementOf(scopes, guardSettings);
    return (next) => async (request) => {
      const credentials = { authorization: request.header.get("authorization") ?? undefined, url: request.url };
      const outcome = await authorizeBearer(introspector, credentials, requirement);
      if (outcome.kind === "rejected") {
        if (outcome.cause !== undefined) onUnavailable?.(outcome.cause);
        throw toConnectError(outcome.rejection);
      }
      request.contextValues.set(GRANT, outcome.grant);
      return next(request);
    };
  };
}

function toConnectError({ status, headers, body }: BearerError): ConnectError {
  return new ConnectError(body.error_description, CODES[status], headers);
}

/** The grant of an authorized call. @throws Error on a method without a guard */
export function grantOf(values: ContextValues): Grant {
  const grant = values.get(GRANT);
  if (grant === null) throw new Error("grantOf: the method has no guard");
  return grant;
}
