import type { Grant } from "./grant.ts";
import { IntrospectionError, type Introspector } from "./introspector.ts";

/** What a route asks of the token. */
export interface Requirement {
  /** All of these scopes. */
  scopes: readonly string[];
  /** Let tokens of test merchants in; they are refused otherwise. */
  allowTest?: boolean;
}

/** How an API answers a request that it refuses (RFC 6750 §3). */
export interface BearerRefusal {
  status: 400 | 401 | 403 | 503;
  headers: Record<string, string>;
  body: { error: string; error_description: string };
}

/** The outcome of looking at a request's bearer token. */
export type BearerOutcome = { kind: "granted"; grant: Grant } | { kind: "refused"; refusal: BearerRefusal };

const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Whether a request with this `Authorization` header may pass.
 * @see RFC 6750 §2.1 (the token comes in the header and nowhere else), §3.1 (the error codes)
 */
export async function authorizeBearer(
  introspector: Introspector,
  authorization: string | undefined,
  requirement: Requirement,
): Promise<BearerOutcome> {
  if (authorization === undefined) return refused(401, "invalid_request", "an access token is required", "Bearer");
  const token = bearer.exec(authorization)?.[1];
  if (token === undefined)
    return challenged(400, "invalid_request", "the Authorization header is not `Bearer <token>`");
  const grant = await lookUp(introspector, token);
  if (grant === "unavailable") return unavailable();
  if (grant === null) return challenged(401, "invalid_token", "the access token is expired, revoked or not known");
  if (grant.test && requirement.allowTest !== true) {
    return challenged(401, "invalid_token", "the access token is for a test merchant");
  }
  const missing = requirement.scopes.filter((scope) => !grant.scopes.has(scope));
  if (missing.length === 0) return { kind: "granted", grant };
  const scope = requirement.scopes.join(" ");
  return challenged(403, "insufficient_scope", `the access token lacks ${missing.join(" ")}`, `, scope="${scope}"`);
}

async function lookUp(introspector: Introspector, token: string): Promise<Grant | null | "unavailable"> {
  try {
    return await introspector.introspect(token);
  } catch (error) {
    if (error instanceof IntrospectionError) return "unavailable";
    throw error;
  }
}

function challenged(status: 400 | 401 | 403, error: string, description: string, more = ""): BearerOutcome {
  return refused(status, error, description, `Bearer error="${error}", error_description="${description}"${more}`);
}

function refused(status: 400 | 401 | 403, error: string, description: string, challenge: string): BearerOutcome {
  const headers = { "www-authenticate": challenge, "cache-control": "no-store" };
  return { kind: "refused", refusal: { status, headers, body: { error, error_description: description } } };
}

function unavailable(): BearerOutcome {
  const headers = { "retry-after": "1", "cache-control": "no-store" };
  const body = { error: "temporarily_unavailable", error_description: "the access token cannot be checked right now" };
  return { kind: "refused", refusal: { status: 503, headers, body } };
}
