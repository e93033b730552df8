import {
  AUTHORIZE_PARAMETERS,
  type AuthorizeApp,
  askableScopes,
  findIllegalUnknown,
  findRedirectUriError,
  findUnregistered,
  isReachable,
  REQUEST_CHECKS,
  readClientId,
} from "./authorize-request.ts";
import { isOAuthReason, type OAuthCode, type OAuthReason, publicAnswerOf } from "./errors.ts";
import { isPageReason } from "./page-reason.ts";
import { parseScope, type RawParameters } from "./parameters.ts";

/** Errors of the URL outside its parameters. */
type UrlError = "url_malformed" | "url_too_long" | "url_origin" | "url_path" | "url_fragment";
/** Recommendations for a valid request. */
type Advice =
  | "pkce_missing"
  | "state_short"
  | "parameter_unknown"
  | "scope_required_missing"
  | "redirect_host_missing"
  | "redirect_host_special";

export interface AuthorizeFinding {
  weight: "FAULT" | "ADVICE";
  code: OAuthReason | UrlError | Advice;
  /** Null for findings about the URL or the app. */
  parameter: string | null;
  /** The offending part; may be empty. */
  detail: string;
  /** The error code that a redirect would carry; null for advice and for errors shown on a page. */
  error: OAuthCode | null;
}

/** The app, with the required flag of each scope. */
export interface CheckedApp extends AuthorizeApp {
  scopes: readonly { name: string; required: boolean }[];
}

interface ReadParameters {
  raw: RawParameters;
  malformed: readonly string[];
}

/**
 * Lists all errors of an authorization request, then advice. Reports an error if and only if `decideAuthorize` does not
 * proceed.
 * @param app the app of `client_id`; null if unknown or not visible to the caller
 * @see RFC 6749 §4.1.1, §4.1.2.1
 */
export function checkAuthorize({ raw, malformed }: ReadParameters, app: CheckedApp | null): AuthorizeFinding[] {
  const findings: AuthorizeFinding[] = malformed.map((name) => toFinding("parameter_malformed", name));
  const client = readClientId(raw);
  if (client.kind === "page") findings.push(toFinding(client.reason, "client_id"));
  else if (app === null) findings.push(toFinding("client_unknown", "client_id"));
  if (app === null) return findings;
  if (!isReachable(app)) findings.push(toFinding("client_unusable", null, app.state));
  const redirect = findRedirectUriError(raw, app);
  if (redirect !== null) findings.push(toFinding(redirect, "redirect_uri", raw.values.get("redirect_uri")));
  for (const { parameter, find } of REQUEST_CHECKS) {
    const reason = find(raw, app);
    if (reason !== null) findings.push(...toErrors(reason, parameter, { raw, app }));
  }
  return [...findings, ...advise(raw, app)];
}

/** An error finding, with the error code that the app would receive. */
export function toFinding(code: AuthorizeFinding["code"], parameter: string | null, detail = ""): AuthorizeFinding {
  const error = isOAuthReason(code) && !isPageReason(code) ? publicAnswerOf(code).code : null;
  return { weight: "FAULT", code, parameter, detail, error };
}

/** A recommendation, which does not make the endpoint refuse the request. */
export function toAdvice(code: Advice, parameter: string, detail: string): AuthorizeFinding {
  return { weight: "ADVICE", code, parameter, detail, error: null };
}

function toErrors(
  reason: OAuthReason,
  parameter: string,
  { raw, app }: { raw: RawParameters; app: AuthorizeApp },
): AuthorizeFinding[] {
  if (reason === "parameter_duplicated") {
    // Duplicates of these two have their own reasons, reported above.
    const others = [...raw.duplicated].filter((name) => name !== "client_id" && name !== "redirect_uri");
    return others.map((name) => toFinding(reason, name));
  }
  if (parameter === "") return findIllegalUnknown(raw).map((name) => toFinding(reason, name));
  if (reason !== "scope_unregistered") return [toFinding(reason, parameter)];
  return [toFinding(reason, parameter, findUnregistered(raw, app).join(" "))];
}

/** RFC 6749 §10.12: `state` must be unguessable. Shorter values get advice; 128 bits take 22 base64url characters. */
const MIN_STATE_LENGTH = 16;

function advise(raw: RawParameters, app: CheckedApp): AuthorizeFinding[] {
  const { values } = raw;
  const advice: AuthorizeFinding[] = [];
  const add = (code: Advice, parameter: string, detail = "") => advice.push(toAdvice(code, parameter, detail));
  // RFC 9700 §2.1.1: PKCE is RECOMMENDED for confidential clients.
  if (!values.has("code_challenge") && app.confidential && !app.pkceRequired) add("pkce_missing", "code_challenge");
  const state = values.get("state");
  if (state !== undefined && state.length < MIN_STATE_LENGTH) add("state_short", "state");
  const requested = parseScope(values.get("scope") ?? "") ?? [];
  const askable = askableScopes(app);
  const missing = app.scopes
    .filter(({ name, required }) => required && askable.includes(name) && !requested.includes(name))
    .map(({ name }) => name);
  if (requested.length > 0 && missing.length > 0) add("scope_required_missing", "scope", missing.join(" "));
  for (const name of values.keys()) if (!AUTHORIZE_PARAMETERS.has(name)) add("parameter_unknown", name);
  return advice;
}
