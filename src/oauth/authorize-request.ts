import { type AppState, reachOf } from "./app-state.ts";
import type { OAuthReason } from "./errors.ts";
import type { PageReason } from "./page-reason.ts";
import { isClientId, isLegalText, isMerchantId, isState, parseScope, type RawParameters } from "./parameters.ts";
import { findChallengeError } from "./pkce.ts";
import { type Prompt, parsePrompt } from "./prompt.ts";
import { isRegisteredRedirectUri } from "./redirect-uri.ts";
import { isWithin, type ScopeSet } from "./scope.ts";

/** The app that the request names. */
export interface AuthorizeApp {
  state: AppState;
  confidential: boolean;
  pkceRequired: boolean;
  redirectUris: readonly string[];
  /** What it registered with; on test merchants it may ask for all of it. */
  scopes: readonly { name: string }[];
  /** Those of `scopes` that work: without the restricted ones that no operator granted. */
  registeredScopes: ScopeSet;
  /** Its developer has a test merchant, the only place where an unapproved app works. */
  hasTestMerchant: boolean;
}

/** A request without fault, for the interaction. */
export interface AuthorizeRequest {
  redirectUri: string;
  scopes: string[];
  state: string;
  /** S256; null if the app sent none. */
  codeChallenge: string | null;
  prompts: Prompt[];
  merchantHint: string | null;
  /** As sent, legal text of at most 255 characters; its format is checked where it is redeemed. */
  installToken: string | null;
}

export type AuthorizeDecision =
  /** HTML, 400, no Location, nothing stored. */
  | { kind: "page"; reason: PageReason }
  /** 303 to the validated `redirectUri` (after sign-in) with the reason's error; `state` null where none was sent that may go back. */
  | { kind: "redirect"; reason: OAuthReason; redirectUri: string; state: string | null }
  | { kind: "proceed"; request: AuthorizeRequest };

/** The `client_id` to look up, or why there is no use in looking. @see RFC 6749 §4.1.2.1 */
export function readClientId(
  raw: RawParameters,
): { kind: "client_id"; clientId: string } | { kind: "page"; reason: PageReason } {
  if (raw.duplicated.has("client_id")) return { kind: "page", reason: "client_duplicated" };
  const clientId = raw.values.get("client_id");
  if (clientId === undefined) return { kind: "page", reason: "client_missing" };
  return isClientId(clientId) ? { kind: "client_id", clientId } : { kind: "page", reason: "client_malformed" };
}

/**
 * What an authorization request gets. `app` is the one that `client_id` names, null if there is none.
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
  if (typeof outcome === "string")
    return { kind: "redirect", reason: outcome, redirectUri, state: returnableState(raw) };
  return { kind: "proceed", request: { redirectUri, ...outcome } };
}

/** Whether the app may ask at all. */
export function isReachable(app: AuthorizeApp): boolean {
  const reach = reachOf(app.state);
  return reach === "live" || (reach === "test" && app.hasTestMerchant);
}

/** What keeps the answer from going to the redirect URI; null: nothing. */
export function findRedirectUriError(raw: RawParameters, app: AuthorizeApp): PageReason | null {
  if (raw.duplicated.has("redirect_uri")) return "redirect_uri_duplicated";
  const presented = raw.values.get("redirect_uri");
  if (presented === undefined) return "redirect_uri_missing";
  return isRegisteredRedirectUri(presented, app) ? null : "redirect_uri_unregistered";
}

/** RFC 6749 §4.1.2.1: `state` is REQUIRED in an error if it was in the request; one that is itself the fault cannot go back. */
function returnableState(raw: RawParameters): string | null {
  const state = raw.values.get("state");
  return state === undefined || raw.duplicated.has("state") || !isState(state) ? null : state;
}

/** One thing that may be wrong with a request whose redirect URI is the app's own; the reason if it is. */
type Check = (raw: RawParameters, app: AuthorizeApp) => OAuthReason | null;

/** The checks whose faults may be told to the app, in the order of RFC 6749 §4.1.1: the first that finds something decides. */
export const REQUEST_CHECKS: readonly { parameter: string; find: Check }[] = [
  // RFC 6749 §3.1: parameters MUST NOT be included more than once.
  { parameter: "", find: ({ duplicated }) => (duplicated.size > 0 ? "parameter_duplicated" : null) },
  { parameter: "state", find: ({ values }) => findStateError(values.get("state")) },
  // OpenID Connect Core §6: neither is read, and no address in them is ever fetched.
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
  // What is ignored is still one string of legal characters, as at every other endpoint.
  { parameter: "", find: (raw) => (findIllegalUnknown(raw).length > 0 ? "parameter_malformed" : null) },
];

/** The parameters that mean something here; each has a rule of its own above. */
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

/** Names of the unknown parameters whose name or value holds a character that none may hold. */
export function findIllegalUnknown({ values }: RawParameters): string[] {
  return [...values].flatMap(([name, value]) =>
    AUTHORIZE_PARAMETERS.has(name) || (isLegalText(name) && isLegalText(value)) ? [] : [name],
  );
}

function readRequest(raw: RawParameters, app: AuthorizeApp): Omit<AuthorizeRequest, "redirectUri"> | OAuthReason {
  for (const { find } of REQUEST_CHECKS) {
    const fault = find(raw, app);
    if (fault !== null) return fault;
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

/** What an app may ask for: on test merchants all that it registered with. */
export function askableScopes(app: AuthorizeApp): ScopeSet {
  return reachOf(app.state) === "live" ? app.registeredScopes : app.scopes.map(({ name }) => name);
}

function findTokenError(installToken: string): OAuthReason | null {
  return installToken.length <= 255 && isLegalText(installToken) ? null : "parameter_malformed";
}
