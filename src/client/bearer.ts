import type { Grant } from "./grant.ts";
import { IntrospectionError } from "./introspection-error.ts";
import type { Introspector } from "./introspector.ts";

/** What a route asks of the token. */
export interface Requirement {
  /** All of these scopes. */
  scopes: readonly string[];
  /** Let tokens of test merchants in; they are refused otherwise. */
  allowTest?: boolean;
  /** Names the protected space in challenges; `api` if absent. No quotes, no backslashes. */
  realm?: string;
}

/** How an API answers a request that it refuses. */
export interface BearerRefusal {
  status: 400 | 401 | 403 | 503;
  headers: Record<string, string>;
  body: { error: string; error_description: string };
}

/** The outcome of looking at a request's bearer token. `cause`: why the core could not tell, for the API's own log. */
export type BearerOutcome =
  | { kind: "granted"; grant: Grant }
  | { kind: "refused"; refusal: BearerRefusal; cause?: IntrospectionError };

const ANY_SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+/;
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Whether a request with this `Authorization` header may pass; all values of the header if it came more than once. A token in the
 * body or the query counts for nothing.
 * @see RFC 6750 §2.1 (the header), §3 (the challenge), §3.1 (the error codes)
 */
export async function authorizeBearer(
  introspector: Introspector,
  authorization: string | readonly string[] | undefined,
  requirement: Requirement,
): Promise<BearerOutcome> {
  const { realm = "api" } = requirement;
  const header = [authorization ?? []].flat();
  if (header.length > 1) return refused(400, realm, "invalid_request", "there is more than one Authorization header");
  const value = header[0]?.trim() ?? "";
  if (!isBearer(value)) return unauthenticated(realm);
  const token = BEARER.exec(value)?.[1];
  if (token === undefined)
    return refused(400, realm, "invalid_request", "the Authorization header is not `Bearer <token>`");
  const grant = await lookUp(introspector, token);
  if (grant instanceof IntrospectionError) return unavailable(grant);
  return judge(grant, requirement, realm);
}

const isBearer = (value: string): boolean => ANY_SCHEME.exec(value)?.[0].toLowerCase() === "bearer";

function judge(grant: Grant | null, { scopes, allowTest }: Requirement, realm: string): BearerOutcome {
  if (grant === null) return refused(401, realm, "invalid_token", "the access token is expired, revoked or not known");
  if (grant.test && allowTest !== true)
    return refused(401, realm, "invalid_token", "the access token is for a test merchant");
  const missing = scopes.filter((scope) => !grant.scopes.has(scope));
  if (missing.length === 0) return { kind: "granted", grant };
  const outcome = refused(403, realm, "insufficient_scope", `the access token lacks ${missing.join(" ")}`);
  outcome.refusal.headers["www-authenticate"] += `, scope="${scopes.join(" ")}"`;
  return outcome;
}

async function lookUp(introspector: Introspector, token: string): Promise<Grant | null | IntrospectionError> {
  try {
    return await introspector.introspect(token);
  } catch (error) {
    if (error instanceof IntrospectionError) return error;
    throw error;
  }
}

type Refused = Extract<BearerOutcome, { kind: "refused" }>;

function refused(status: 400 | 401 | 403, realm: string, error: string, description: string): Refused {
  const challenge = `Bearer realm="${realm}", error="${error}", error_description="${description}"`;
  const headers = { "www-authenticate": challenge, "cache-control": "no-store" };
  return { kind: "refused", refusal: { status, headers, body: { error, error_description: description } } };
}

/** No token, or credentials of another kind: the challenge says what is wanted and names no error. */
function unauthenticated(realm: string): Refused {
  const headers = { "www-authenticate": `Bearer realm="${realm}"`, "cache-control": "no-store" };
  const body = { error: "invalid_token", error_description: "an access token is required" };
  return { kind: "refused", refusal: { status: 401, headers, body } };
}

function unavailable(cause: IntrospectionError): Refused {
  const headers = { "retry-after": "1", "cache-control": "no-store" };
  const body = { error: "temporarily_unavailable", error_description: "the access token cannot be checked right now" };
  return { kind: "refused", refusal: { status: 503, headers, body }, cause };
}
