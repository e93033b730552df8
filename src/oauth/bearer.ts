import { isWithin, type ScopeSet } from "./scope.ts";

/** The access token of a request to an API, or why the request has no usable token. */
export type BearerCredentials =
  | { kind: "token"; token: string }
  | { kind: "none" }
  | { kind: "malformed"; description: string };

/** The maximum length of the header in characters. Longer values cannot hold a token of this service. */
const MAX_AUTHORIZATION = 2_048;
const ANY_SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+/;
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** Reads the token from all values of the Authorization header. Other schemes count as no token. @see RFC 6750 §2.1 */
export function parseBearer(values: readonly string[]): BearerCredentials {
  if (values.length > 1)
    return { kind: "malformed", description: "the request has more than one Authorization header" };
  const value = values[0]?.trim() ?? "";
  if (value.length > MAX_AUTHORIZATION)
    return { kind: "malformed", description: "the Authorization header is too long" };
  if (ANY_SCHEME.exec(value)?.[0].toLowerCase() !== "bearer") return { kind: "none" };
  const token = BEARER.exec(value)?.[1];
  if (token === undefined)
    return { kind: "malformed", description: "the Authorization header is not `Bearer <token>`" };
  return { kind: "token", token };
}

/** The error with which an API must refuse a request, with its `WWW-Authenticate` challenge. */
export interface BearerError {
  status: 401 | 403;
  error: "invalid_request" | "invalid_token" | "insufficient_scope";
  description: string;
  challenge: string;
}

const REALM = 'Bearer realm="api"';

/**
 * The refusal of a request without a usable token. Malformed credentials get 401 too, because proxies pass only the statuses 401 and 403 on
 * to the client.
 * @see RFC 6750 §3 (without credentials, the challenge carries no error code), §3.1
 */
export function withoutToken(credentials: Exclude<BearerCredentials, { kind: "token" }>): BearerError {
  if (credentials.kind === "none")
    return { status: 401, error: "invalid_token", description: "an access token is required", challenge: REALM };
  return refusal(401, "invalid_request", credentials.description);
}

/** The facts of the presented token: inactive, or active with these scopes. */
export type PresentedToken = { active: false } | { active: true; scopes: ScopeSet };

/** Decides on a request to an API by its token. Null if the token grants the request. @see RFC 6750 §3.1 */
export function decideBearer(token: PresentedToken, required: ScopeSet): BearerError | null {
  if (!token.active) return refusal(401, "invalid_token", "the access token is expired, revoked or unknown");
  if (isWithin(required, token.scopes)) return null;
  const missing = required.filter((scope) => !token.scopes.includes(scope)).join(" ");
  const refused = refusal(403, "insufficient_scope", `the access token lacks ${missing}`);
  return { ...refused, challenge: `${refused.challenge}, scope="${required.join(" ")}"` };
}

function refusal(status: BearerError["status"], error: BearerError["error"], description: string): BearerError {
  return { status, error, description, challenge: `${REALM}, error="${error}", error_description="${description}"` };
}

const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
const MAX_REQUIRED = 100;

/** The scopes of a list separated by single spaces; null if the list is empty or malformed. @see RFC 6749 §3.3 */
export function parseRequiredScopes(text: string): ScopeSet | null {
  const scopes = text.split(" ");
  return scopes.length <= MAX_REQUIRED && scopes.every((scope) => SCOPE_TOKEN.test(scope)) ? scopes : null;
}
