import { type AppState, reachOf } from "./app-state.ts";
import { findChallengeError } from "./challenge-parameters.ts";
import type { OAuthReason } from "./errors.ts";
import type { PageReason } from "./page-reason.ts";
import { isClientId, isLegalText, isMerchantId, isState, parseScope, type RawParameters } from "./parameters.ts";
import { type Prompt, parsePrompt } from "./prompt.ts";
import { isRegisteredRedirectUri } from "./redirect-uri.ts";
import { isWithin, type ScopeSet } from "./scope.ts";

/** The app that the request names. */
export interface AuthorizeApp {
  state: AppState;
  confidential: boolean;
  pkceRequired: boolean;
  redirectUris: readonly string[];
  /** All scopes of the app, each of which it may request for test merchants. */
  scopes: readonly { name: string }[];
  /** `scopes` without restricted scopes that no operator granted. */
  registeredScopes: ScopeSet;
  /** True if the developer has a test merchant; an unapproved app works only there. */
  hasTestMerchant: boolean;
}

/** A validated request, stored in the interaction. */
export interface AuthorizeRequest {
  redirectUri: string;
  scopes: string[];
  state: string;
  /** S256; null if the app sent none. */
  codeChallenge: string | null;
  prompts: Prompt[];
  merchantHint: string | null;
  /** As sent: legal text of at most 255 characters. Redemption checks the format. */
  installToken: string | null;
}

/** An error that the app receives. */
export interface AuthorizeRefusal {
  reason: OAuthReason;
  redirectUri: string;
  /** Null if missing or invalid. */
  state: string | null;
  /** For `scope_unregistered`, the first scope that is not registered; null if the response must not repeat it. */
  scope: string | null;
}

export type AuthorizeDecision =
  /** An HTML page with status 400, without Location; nothing is stored. */
  | { kind: "page"; reason: PageReason }
  /** 303 to the validated `redirectUri` (after sign-in) with the reason's error. */
  | ({ kind: "redirect" } & AuthorizeRefusal)
  | { kind: "proceed"; request: AuthorizeRequest };

/** The `client_id` to look up, or the reason for an error page. @see RFC 6749 §4.1.2.1 */
export function readClientId(
  raw: RawParameters,
): { kind: "client_id"; clientId: string } | { kind: "page"; reason: PageReason } {
  if (raw.duplicated.has("client_id")) return { kind: "page", reason: "client_duplicated" };
  const clientId = raw.values.get("client_id");
  if (clientId === undefined) return { kind: "page", reason: "client_missing" };
  return isClientId(clientId) ? { kind: "client_id", clientId } : { kind: "page", reason: "client_malformed" };
}

/**
 * Decides an authorization request. `app` is the app of `client_id`, null if unknown.
 * @see RFC 6749 §4.1.1, §4.1.2.1; RFC 7636 §4.3, §4.4.1; RFC 9700 §4.11.2
 */
export function decideAuthorize(raw: RawParameters, app: AuthorizeApp | null): AuthorizeDecision {
  const client = readClientId(raw);
  if (client.kind === "page") return client;
  if (app === null) return { kind: "page", reason: "client_unknown" };
  if (!isReachable(app)) return { kind: "page", reason: "client_unusable" };
  // RFC 6749 §4.1.2.1: with a missing, invalid or mismatching redirection URI the server MUST NOT redirect.
  const pageReason = findRedirectUriError(raw, app);
  if (pageReason !== null) return { kind: "page", reason: pageReason };
  const redirectUri = raw.values.get("redirect_uri")!;
  const outcome = readRequest(raw, app);
  if (typeof outcome === "string") {
    const scope = outcome === "scope_unregistered" ? nameableScope(findUnregistered(raw, app)[0]!) : null;
    return { kind: "redirect", reason: outcome, redirectUri, state: returnableState(raw), scope };
  }
  return { kind: "proceed", request: { redirectUri, ...outcome } };
}

/** True if the app is live, or unapproved with a test merchant. */
export function isReachable(app: AuthorizeApp): boolean {
  const reach = reachOf(app.state);
  return reach === "live" || (reach === "test" && app.hasTestMerchant);
}

/** The error that forbids a redirect, null if none. @see RFC 6749 §4.1.2.1, §3.1.2.4 */
export function findRedirectUriError(raw: RawParameters, app: AuthorizeApp): PageReason | null {
  if (raw.duplicated.has("redirect_uri")) return "redirect_uri_duplicated";
  const presented = raw.values.get("redirect_uri");
  if (presented === undefined) return "redirect_uri_missing";
  return isRegisteredRedirectUri(presented, app) ? null : "redirect_uri_unregistered";
}

/** RFC 6749 §4.1.2.1: `state` is REQUIRED in an error if the request had one. An invalid or duplicated one is omitted. */
function returnableState(raw: RawParameters): string | null {
  const state = raw.values.get("state");
  return state === undefined || raw.duplicated.has("state") || !isState(state) ? null : state;
}

/** Checks a request with a valid redirect URI; returns the reason of an error. */
type Check = (raw: RawParameters, app: AuthorizeApp) => OAuthReason | null;

/** The checks whose errors are redirected to the app. The first error decides. @see RFC 6749 §4.1.1, §4.1.2.1 */
export const REQUEST_CHECKS: readonly { parameter: string; find: Check }[] = [
  // RFC 6749 §3.1: parameters MUST NOT be included more than once.
  { parameter: "", find: ({ duplicated }) => (duplicated.size > 0 ? "parameter_duplicated" : null) },
  { parameter: "state", find: ({ values }) => findStateError(values.get("state")) },
  // OpenID Connect Core §6: request objects are neither read nor fetched.
  { parameter: "request", find: ({ values }) => (values.has("request") ? "request_object" : null) },
  { parameter: "request_uri", find: ({ values }) => (values.has("request_uri") ? "request_uri" : null) },
  { parameter: "response_type", find: ({ values }) => findTypeError(values.get("response_type")) },
  {
    parameter: "code_challenge",
    find: ({ values }, app) => findChallengeError(values, !app.confidential || app.pkceRequired),
  },
  { parameter: "scope", find: ({ values }, app) => findScopeError(values.get("scope"), app) },
  {
    parameter: "prompt",
    find: ({ values }) => (parsePrompt(values.get("prompt") ?? "") === null ? "prompt_malformed" : null),
  },
  {
    parameter: "merchant_hint",
    find: ({ values }) => (isMerchantId(values.get("merchant_hint") ?? "-") ? null : "merchant_hint_malformed"),
  },
  { parameter: "install_token", find: ({ values }) => findTokenError(values.get("install_token") ?? "") },
  // Ignored parameters must be legal text too, as at every endpoint.
  { parameter: "", find: (raw) => (findIllegalUnknown(raw).length > 0 ? "parameter_malformed" : null) },
];

/** The known parameters; each has its own check above. */
export const AUTHORIZE_PARAMETERS: ReadonlySet<string> = new Set([
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "merchant_hint",
  "prompt",
  "install_token",
  "request",
  "request_uri",
]);

/** The unknown parameters with an illegal character in their name or value. */
export function findIllegalUnknown({ values }: RawParameters): string[] {
  return [...values].flatMap(([name, value]) =>
    AUTHORIZE_PARAMETERS.has(name) || (isLegalText(name) && isLegalText(value)) ? [] : [name],
  );
}

function readRequest(raw: RawParameters, app: AuthorizeApp): Omit<AuthorizeRequest, "redirectUri"> | OAuthReason {
  for (const { find } of REQUEST_CHECKS) {
    const reason = find(raw, app);
    if (reason !== null) return reason;
  }
  const { values } = raw;
  return {
    state: values.get("state")!,
    scopes: parseScope(values.get("scope")!)!,
    prompts: parsePrompt(values.get("prompt") ?? "")!,
    codeChallenge: values.get("code_challenge") ?? null,
    merchantHint: values.get("merchant_hint") ?? null,
    installToken: values.get("install_token") ?? null,
  };
}

function findStateError(state: string | undefined): OAuthReason | null {
  if (state === undefined) return "state_missing";
  return isState(state) ? null : "state_malformed";
}

function findTypeError(responseType: string | undefined): OAuthReason | null {
  return responseType === undefined || responseType === "code" ? null : "response_type_unsupported";
}

function findScopeError(text: string | undefined, app: AuthorizeApp): OAuthReason | null {
  if (text === undefined) return "scope_missing";
  const scopes = parseScope(text);
  if (scopes === null) return "scope_malformed";
  return isWithin(scopes, askableScopes(app)) ? null : "scope_unregistered";
}

/** The scopes of a well-formed request that the app may not request. */
export function findUnregistered({ values }: RawParameters, app: AuthorizeApp): string[] {
  const askable = askableScopes(app);
  return (parseScope(values.get("scope") ?? "") ?? []).filter((scope) => !askable.includes(scope));
}

/** The scope if it looks like a scope name, else null: a crafted link must not put free text into the app's error message. */
function nameableScope(scope: string): string | null {
  return /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/.test(scope) ? scope : null;
}

/** The scopes that an app may request: all of its scopes on test merchants, the registered ones elsewhere. */
export function askableScopes(app: AuthorizeApp): ScopeSet {
  return reachOf(app.state) === "live" ? app.registeredScopes : app.scopes.map(({ name }) => name);
}

function findTokenError(installToken: string): OAuthReason | null {
  return installToken.length <= 255 && isLegalText(installToken) ? null : "parameter_malformed";
}
