/**
 * The public error codes.
 * @see RFC 6749 §4.1.2.1, §5.2; OpenID Connect Core §3.1.2.6 for the two `*_not_supported` of request objects
 */
export type OAuthCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "access_denied"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "temporarily_unavailable"
  | "server_error";

/** The codes for a caller that presents a service key as a bearer token. @see RFC 6750 §3.1 */
export type BearerCode = "invalid_token" | "insufficient_scope";

// One sentence per credential: responses do not reveal which check failed (RFC 6749 §5.2 shares one code, too).
const CLIENT = "Client authentication failed.";
const CODE =
  "The authorization code is invalid, expired or already used, or was issued for another app, redirect_uri or code_verifier.";
const REFRESH = "The refresh token is invalid, expired or revoked, or was issued to another app.";
const PKCE = "code_challenge must be 43 base64url characters and come with code_challenge_method=S256.";
const REFRESH_SCOPE = "The requested scope is malformed or exceeds the granted scope, or no granted scope is left.";
const PAUSED = "The merchant or the installation is suspended.";

type Entry = readonly [code: OAuthCode, description: string];

/** The reasons of the authorization endpoint, which sends their codes to the redirect URI (RFC 6749 §4.1.2.1). */
const AUTHORIZATION_ANSWERS = {
  // authorize
  client_duplicated: ["invalid_request", "client_id is included more than once."],
  redirect_uri_duplicated: ["invalid_request", "redirect_uri is included more than once."],
  redirect_uri_unregistered: ["invalid_request", "redirect_uri is not registered for this app."],
  install_token_refused: ["invalid_request", "The install link is no longer valid. Start again from the install page."],
  state_missing: ["invalid_request", "state is required."],
  state_malformed: ["invalid_request", "state must be UTF-8 without control characters, at most 2048 bytes."],
  request_object: ["request_not_supported", "The request parameter is not supported."],
  request_uri: ["request_uri_not_supported", "The request_uri parameter is not supported."],
  response_type_unsupported: ["unsupported_response_type", "response_type must be code."],
  prompt_malformed: ["invalid_request", "prompt must be login, consent or select_account."],
  merchant_hint_malformed: [
    "invalid_request",
    "merchant_hint must be 1 to 64 letters, digits, dots, underscores or hyphens.",
  ],
  challenge_missing: ["invalid_request", "code_challenge is required for this app."],
  challenge_malformed: ["invalid_request", PKCE],
  challenge_method: ["invalid_request", PKCE],
  challenge_method_alone: ["invalid_request", PKCE],
  scope_missing: ["invalid_scope", "scope is required."],
  scope_malformed: ["invalid_scope", "scope must be scope names separated by single spaces."],
  scope_unregistered: ["invalid_scope", "A requested scope is not registered for this app."],

  // consent
  consent_denied: ["access_denied", "The merchant denied the request."],
  account_refused: ["access_denied", "The account may not connect apps to this merchant."],
  role_refused: ["access_denied", "The account may not connect apps to this merchant."],
  merchant_refused: ["access_denied", "The merchant cannot connect apps at this time."],
  installation_refused: ["access_denied", "The merchant cannot connect apps at this time."],
  test_only: ["access_denied", "The app is not approved and works only with test merchants of its developer."],
  scope_not_requested: ["invalid_scope", "The approved scope exceeds the requested scope."],
  scope_required: ["invalid_scope", "A required scope was not approved."],
} as const satisfies Record<string, Entry>;

/**
 * Maps each internal reason to its public answer. Reasons are for logs, metrics and tests only;
 * descriptions are ASCII without `"` and `\` (RFC 6749 §5.2).
 */
const ANSWERS = {
  // parameters
  parameter_missing: ["invalid_request", "A required parameter is missing."],
  parameter_duplicated: ["invalid_request", "A parameter is included more than once."],
  parameter_malformed: ["invalid_request", "A parameter contains characters that are not allowed or has a wrong type."],
  parameter_in_query: ["invalid_request", "Parameters must be sent in the request body, not in the query."],
  credentials_twice: ["invalid_request", "The request uses more than one client authentication method."],
  grant_type_missing: ["invalid_request", "grant_type is required."],
  grant_type_unsupported: ["unsupported_grant_type", "grant_type must be authorization_code or refresh_token."],
  code_missing: ["invalid_request", "code is required."],
  redirect_uri_missing: ["invalid_request", "redirect_uri is required."],
  refresh_token_missing: ["invalid_request", "refresh_token is required."],
  token_missing: ["invalid_request", "token is required."],
  merchant_id_missing: ["invalid_request", "merchant_id is required."],

  // the app
  client_missing: ["invalid_client", CLIENT],
  client_malformed: ["invalid_client", CLIENT],
  client_unknown: ["invalid_client", CLIENT],
  client_unusable: ["invalid_client", CLIENT],
  client_secret_missing: ["invalid_client", CLIENT],
  client_secret_wrong: ["invalid_client", CLIENT],
  client_secret_unexpected: ["invalid_client", CLIENT],

  ...AUTHORIZATION_ANSWERS,

  // codes
  code_malformed: ["invalid_grant", CODE],
  code_unknown: ["invalid_grant", CODE],
  code_foreign: ["invalid_grant", CODE],
  code_redirect_uri: ["invalid_grant", CODE],
  code_verifier_missing: ["invalid_grant", CODE],
  code_verifier_malformed: ["invalid_grant", CODE],
  code_verifier_wrong: ["invalid_grant", CODE],
  code_verifier_unexpected: ["invalid_grant", CODE],
  code_reused: ["invalid_grant", CODE],
  code_expired: ["invalid_grant", CODE],
  code_marked: ["invalid_grant", CODE],
  code_account_suspended: ["invalid_grant", CODE],
  code_merchant_suspended: ["invalid_grant", CODE],
  code_role_refused: ["invalid_grant", CODE],
  code_merchant_ended: ["invalid_grant", CODE],
  code_installation_suspended: ["invalid_grant", CODE],
  code_installation_ended: ["invalid_grant", CODE],
  code_scopes_removed: ["invalid_grant", CODE],
  code_scope_empty: ["invalid_scope", "The app no longer registers any of the granted scopes."],

  // refresh tokens
  refresh_malformed: ["invalid_grant", REFRESH],
  refresh_unknown: ["invalid_grant", REFRESH],
  refresh_foreign: ["invalid_grant", REFRESH],
  refresh_expired: ["invalid_grant", REFRESH],
  refresh_reused: ["invalid_grant", REFRESH],
  refresh_window_over: ["invalid_grant", REFRESH],
  refresh_family_ended: ["invalid_grant", REFRESH],
  refresh_marked: ["invalid_grant", REFRESH],
  refresh_merchant_ended: ["invalid_grant", REFRESH],
  refresh_installation_ended: ["invalid_grant", REFRESH],
  refresh_access_revoked: ["invalid_grant", REFRESH],
  refresh_merchant_suspended: ["unauthorized_client", PAUSED],
  refresh_installation_suspended: ["unauthorized_client", PAUSED],
  refresh_scope_malformed: ["invalid_scope", REFRESH_SCOPE],
  refresh_scope_wider: ["invalid_scope", REFRESH_SCOPE],
  refresh_scope_changed: ["invalid_scope", "A repeated refresh must request the same scope as the first."],
  refresh_scope_empty: ["invalid_scope", REFRESH_SCOPE],

  // revocation
  token_foreign: ["unauthorized_client", "The token was issued to another app."],
  uninstall_unproven: [
    "unauthorized_client",
    "A public app cannot uninstall itself; revoke its refresh token instead.",
  ],

  // errors and rate limits
  rate_limited: ["temporarily_unavailable", "Too many failed attempts. Try again later."],
  request_late: ["temporarily_unavailable", "The request may have arrived too late. Send it again."],
  unavailable: ["temporarily_unavailable", "The service is temporarily unavailable. Try again."],
  internal: ["server_error", "An internal error occurred."],
} as const satisfies Record<string, Entry>;

/** The internal reason of an error, for logs, metrics and tests; never public. */
export type OAuthReason = keyof typeof ANSWERS;

/** Every reason, for tests and metrics. */
export const OAUTH_REASONS = Object.keys(ANSWERS) as OAuthReason[];

/** True if `text` is an internal reason. */
export function isOAuthReason(text: string): text is OAuthReason {
  return Object.hasOwn(ANSWERS, text);
}

// RFC 6749 §5.2: 400 unless stated otherwise, 401 for invalid_client. The other statuses follow RFC 9110.
const STATUS: Record<OAuthCode, number> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  access_denied: 403,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  temporarily_unavailable: 503,
  server_error: 500,
};

/** Every OAuth error code of this service. */
export const OAUTH_CODES = Object.keys(STATUS) as OAuthCode[];

/** The codes that only the authorization endpoint has. @see RFC 6749 §4.1.2.1 */
export const REDIRECTED_CODES = OAUTH_CODES.filter((code) => {
  const reasons = OAUTH_REASONS.filter((reason) => ANSWERS[reason][0] === code);
  return reasons.length > 0 && reasons.every((reason) => Object.hasOwn(AUTHORIZATION_ANSWERS, reason));
});

/** True if `text` is an OAuth error code of this service. */
export function isOAuthCode(text: string): text is OAuthCode {
  return Object.hasOwn(STATUS, text);
}

/**
 * The HTTP status of an error. `throttled` selects 429 (rate limit) over 503 (outage), which share one code.
 * @see RFC 6749 §5.2, RFC 6585 §4
 */
export function httpStatusOf(code: OAuthCode, throttled = false): number {
  return throttled && code === "temporarily_unavailable" ? 429 : STATUS[code];
}

/** The public code and description of a reason. @see RFC 6749 §5.2 */
export function publicAnswerOf(reason: OAuthReason): { code: OAuthCode; description: string } {
  const [code, description] = ANSWERS[reason];
  return { code, description };
}

/** A protocol error. `message` is the public description; `reason` is internal. Thrown only after the commit. */
export class OAuthError extends Error {
  readonly reason: OAuthReason;
  readonly code: OAuthCode;
  readonly description: string;
  /** Seconds until the next attempt, for rate limits and outages. */
  readonly retryAfter: number | undefined;

  constructor(reason: OAuthReason, options: { retryAfter?: number; cause?: unknown } = {}) {
    const { code, description } = publicAnswerOf(reason);
    super(description, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "OAuthError";
    this.reason = reason;
    this.code = code;
    this.description = description;
    this.retryAfter = options.retryAfter;
  }

  /** The HTTP status of this error. */
  get status(): number {
    return httpStatusOf(this.code, this.reason === "rate_limited");
  }
}

/** The decision to reject: nothing changes, and the request fails with `reason`. */
export interface Rejection {
  kind: "reject";
  reason: OAuthReason;
}

export function reject(reason: OAuthReason): Rejection {
  return { kind: "reject", reason };
}
