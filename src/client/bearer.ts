import type { Grant } from "./grant.ts";
import { IntrospectionError } from "./introspection-error.ts";
import type { Introspector } from "./introspector.ts";

/** How a guard judges, for all its routes. */
export interface GuardSettings {
  /** For a sandbox API: let tokens of test merchants in, which the key must be allowed to see (`tokens:introspect_test`). */
  allowTest?: boolean;
  /** `full`: for each request the core is asked, and every revocation that was answered before it is seen. */
  consistency?: "full";
  /** Names the protected space in challenges; `api` if absent. No quotes, no backslashes. */
  realm?: string;
}

/** What a route asks of the token: all of these scopes. */
export interface Requirement extends GuardSettings {
  scopes: readonly string[];
}

/** Where a request may carry a token. */
export interface Credentials {
  /** The `Authorization` header; all its values if it came more than once. */
  authorization: string | readonly string[] | undefined;
  /** The request's target, with its query. */
  url?: string | undefined;
}

/** How an API answers a request that it refuses. */
export interface BearerError {
  status: 400 | 401 | 403 | 503;
  headers: Record<string, string>;
  body: { error: string; error_description: string };
}

/** The outcome of looking at a request's bearer token. `cause`: why the core could not tell, for the API's own log. */
export type BearerOutcome =
  | { kind: "granted"; grant: Grant }
  | { kind: "refused"; refusal: BearerError; cause?: IntrospectionError };

const ANY_SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+/;
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
const REALM = /^[\x20\x21\x23-\x5B\x5D-\x7E]*$/;

/**
 * The requirement of a route, checked when the route is made.
 * @throws TypeError for what is no scope (RFC 6749 §3.3) and for a realm that no challenge could quote
 */
export function requirementOf(scopes: readonly string[], settings: GuardSettings): Requirement {
  const wrong = scopes.find((scope) => !SCOPE.test(scope));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is no scope`);
  if (!REALM.test(settings.realm ?? "")) throw new TypeError("the realm has a character that no challenge can quote");
  return { ...settings, scopes };
}

/**
 * Whether a request may pass. The token comes in the header; one in the query or the body lets nobody in, and beside a header one in the
 * query is refused as a second.
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
  if (read.kind === "malformed") return refused(400, realm, "invalid_request", read.description);
  const grant = await lookUp(introspector, read.token, requirement);
  if (grant instanceof IntrospectionError) return unavailable(grant);
  return judge(grant, requirement, realm);
}

type ReadToken = { kind: "none" } | { kind: "malformed"; description: string } | { kind: "token"; token: string };

function readToken({ authorization, url = "" }: Credentials): ReadToken {
  const header = [authorization ?? []].flat();
  if (header.length > 1) return { kind: "malformed", description: "there is more than one Authorization header" };
  const value = header[0]?.trim() ?? "";
  if (!isBearer(value)) return { kind: "none" };
  const token = BEARER.exec(value)?.[1];
  if (token === undefined)
    return { kind: "malformed", description: "the Authorization header is not `Bearer <token>`" };
  if (hasQueryToken(url)) return { kind: "malformed", description: "there is a token in the query too" };
  return { kind: "token", token };
}

const isBearer = (value: string): boolean => ANY_SCHEME.exec(value)?.[0].toLowerCase() === "bearer";

function hasQueryToken(url: string): boolean {
  const query = url.indexOf("?");
  return query >= 0 && new URLSearchParams(url.slice(query)).has("access_token");
}

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

async function lookUp(
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
