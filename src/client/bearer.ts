import type { Grant } from "./grant.ts";
import { IntrospectionError } from "./introspection-error.ts";
import type { Introspector } from "./introspector.ts";

/** Settings that apply to every route of a guard. */
export interface GuardSettings {
  /** True accepts tokens of test merchants, for a sandbox API. The service key needs `tokens:introspect_test`. */
  allowTest?: boolean;
  /** `full`: introspects at the core on every request, so that the response reflects every revocation acknowledged before the request. */
  consistency?: "full";
  /** The `realm` of challenges; defaults to `api`. No quotes, no backslashes. */
  realm?: string;
}

/** The requirement of one route: the token must have all of `scopes`. */
export interface Requirement extends GuardSettings {
  scopes: readonly string[];
}

/** The parts of a request that may carry a token. */
export interface Credentials {
  /** The `Authorization` header; all values if it is repeated. */
  authorization: string | readonly string[] | undefined;
  /** The request's target, with its query. */
  url?: string | undefined;
}

/** The HTTP response to a rejected request. The names in `headers` are lower case. */
export interface BearerError {
  status: 400 | 401 | 403 | 503;
  headers: Record<string, string>;
  body: { error: string; error_description: string };
}

/** The result of `authorizeBearer`. `cause` is set with status 503 and is meant for the API's log. */
export type BearerOutcome =
  | { kind: "granted"; grant: Grant }
  | { kind: "rejected"; rejection: BearerError; cause?: IntrospectionError };

const ANY_SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+/;
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
const REALM = /^[\x20\x21\x23-\x5B\x5D-\x7E]*$/;

/**
 * Validates the requirement of a route at registration.
 * @throws TypeError for an invalid scope (RFC 6749 §3.3) or a realm that a quoted string cannot hold
 */
export function requirementOf(scopes: readonly string[], settings: GuardSettings): Requirement {
  const wrong = scopes.find((scope) => !SCOPE.test(scope));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is not a valid scope`);
  if (!REALM.test(settings.realm ?? ""))
    throw new TypeError("the realm must be printable ASCII without quotes and backslashes");
  return { ...settings, scopes };
}

/**
 * Authorizes a request by its bearer token. Accepts the token in the Authorization header only. A second token in the query is
 * `invalid_request`; a token in the query alone counts as no token.
 * @see RFC 6750 §2.1 (the header), §3 (the challenge), §3.1 (the error codes)
 */
export async function authorizeBearer(
  introspector: Pick<Introspector, "introspect">,
  credentials: Credentials,
  requirement: Requirement,
): Promise<BearerOutcome> {
  const { realm = "api" } = requirement;
  const read = readToken(credentials);
  if (read.kind === "none") return unauthenticated(realm);
  if (read.kind === "malformed") return rejected(400, realm, "invalid_request", read.description);
  const grant = await introspectToken(introspector, read.token, requirement);
  if (grant instanceof IntrospectionError) return unavailable(grant);
  return checkGrant(grant, requirement, realm);
}

type ReadToken = { kind: "none" } | { kind: "malformed"; description: string } | { kind: "token"; token: string };

function readToken({ authorization, url = "" }: Credentials): ReadToken {
  const header = [authorization ?? []].flat();
  if (header.length > 1)
    return { kind: "malformed", description: "the request has more than one Authorization header" };
  const value = header[0]?.trim() ?? "";
  if (!isBearer(value)) return { kind: "none" };
  const token = BEARER.exec(value)?.[1];
  if (token === undefined)
    return { kind: "malformed", description: "the Authorization header is not `Bearer <token>`" };
  if (hasQueryToken(url)) return { kind: "malformed", description: "the request also has a token in the query" };
  return { kind: "token", token };
}

const isBearer = (value: string): boolean => ANY_SCHEME.exec(value)?.[0].toLowerCase() === "bearer";

function hasQueryToken(url: string): boolean {
  const query = url.indexOf("?");
  return query >= 0 && new URLSearchParams(url.slice(query)).has("access_token");
}

function checkGrant(grant: Grant | null, { scopes, allowTest }: Requirement, realm: string): BearerOutcome {
  if (grant === null) return rejected(401, realm, "invalid_token", "the access token is expired, revoked or unknown");
  if (grant.test && allowTest !== true)
    return rejected(401, realm, "invalid_token", "the access token belongs to a test merchant");
  const missing = scopes.filter((scope) => !grant.scopes.has(scope));
  if (missing.length === 0) return { kind: "granted", grant };
  const outcome = rejected(403, realm, "insufficient_scope", `the access token lacks ${missing.join(" ")}`);
  outcome.rejection.headers["www-authenticate"] += `, scope="${scopes.join(" ")}"`;
  return outcome;
}

async function introspectToken(
  introspector: Pick<Introspector, "introspect">,
  token: string,
  { consistency }: Requirement,
): Promise<Grant | null | IntrospectionError> {
  try {
    return await introspector.introspect(token, consistency === undefined ? undefined : { consistency });
  } catch (error) {
    if (error instanceof IntrospectionError) return error;
    throw error;
  }
}

type Rejected = Extract<BearerOutcome, { kind: "rejected" }>;

function rejected(status: 400 | 401 | 403, realm: string, error: string, description: string): Rejected {
  const challenge = `Bearer realm="${realm}", error="${error}", error_description="${description}"`;
  const headers = { "www-authenticate": challenge, "cache-control": "no-store" };
  return { kind: "rejected", rejection: { status, headers, body: { error, error_description: description } } };
}

/** RFC 6750 §3.1: without bearer credentials, the challenge carries no error code. */
function unauthenticated(realm: string): Rejected {
  const headers = { "www-authenticate": `Bearer realm="${realm}"`, "cache-control": "no-store" };
  const body = { error: "invalid_token", error_description: "an access token is required" };
  return { kind: "rejected", rejection: { status: 401, headers, body } };
}

function unavailable(cause: IntrospectionError): Rejected {
  const headers = { "retry-after": "1", "cache-control": "no-store" };
  const body = { error: "temporarily_unavailable", error_description: "the access token cannot be checked right now" };
  return { kind: "rejected", rejection: { status: 503, headers, body }, cause };
}
