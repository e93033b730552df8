/** Why a redirect URI cannot be registered; stable codes of field violations. */
export type RedirectUriError =
  | "TOO_LONG"
  | "ILLEGAL_CHARACTER"
  | "NOT_ABSOLUTE"
  | "SCHEME_REFUSED"
  | "SCHEME_WITHOUT_DOT"
  | "SCHEME_NEEDS_PUBLIC_APP"
  | "HOST_MISSING"
  | "HOST_MALFORMED"
  | "USERINFO"
  | "FRAGMENT"
  | "WILDCARD"
  | "HTTP_NOT_LOOPBACK"
  | "LOOPBACK_NEEDS_IP"
  | "LOOPBACK_REFUSED"
  | "ANSWER_IN_QUERY";

/** The change that each error requires. */
export const REDIRECT_URI_ADVICE: Record<RedirectUriError, string> = {
  TOO_LONG: "A redirect URI has at most 2048 characters.",
  ILLEGAL_CHARACTER: "A redirect URI contains only the ASCII characters of RFC 3986; percent-encode all others.",
  NOT_ABSOLUTE: "A redirect URI must be absolute: https:// (in lower case) and a host.",
  SCHEME_REFUSED: "This scheme can run or show content in the browser; use https.",
  SCHEME_WITHOUT_DOT: "A custom scheme must be a reversed domain name, such as com.example.app.",
  SCHEME_NEEDS_PUBLIC_APP: "Only a public app may use a custom scheme; use https.",
  HOST_MISSING: "The redirect URI has no host.",
  HOST_MALFORMED: "Write the host as a plain lower-case ASCII name, or an address in its usual form.",
  USERINFO: "A redirect URI must not contain a user name or password.",
  FRAGMENT: "A redirect URI must not have a fragment (#).",
  WILDCARD: "A redirect URI must not contain wildcards; register each URI.",
  HTTP_NOT_LOOPBACK: "http is for loopback addresses only; use https.",
  LOOPBACK_NEEDS_IP: "A public app uses http://127.0.0.1 or http://[::1], not localhost.",
  LOOPBACK_REFUSED: "An app with a secret may use a loopback redirect URI only if this service runs on loopback.",
  ANSWER_IN_QUERY: "Remove code, state, iss, error and error_description from the query: the response adds them.",
};

export interface RegistrationFacts {
  /** True if the app has a secret. */
  confidential: boolean;
  /** True if PUBLIC_URL is a loopback address, as on a developer's machine. */
  publicUrlIsLoopback: boolean;
}

export type RegistrationDecision = { kind: "accept" } | { kind: "refuse"; reason: RedirectUriError };

const MAX_LENGTH = 2048;
// RFC 3986 §2: unreserved, reserved and percent-encoded octets; no characters that parsers treat differently.
const LEGAL = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+\-.]*):/;
const AUTHORITY = /^[a-z]+:\/\/([^/?#]*)/;
const REFUSED_SCHEMES = new Set([
  "javascript",
  "data",
  "vbscript",
  "file",
  "blob",
  "about",
  "view-source",
  "ws",
  "wss",
  "ftp",
]);
const LOOPBACK_HOSTS = new Set(["127.0.0.1", "[::1]"]);

/**
 * Decides whether an app may register a redirect URI; reports the first error.
 * @see RFC 6749 §3.1.2, RFC 8252 §7, RFC 9700 §2.1, §4.1
 */
export function decideRegistration(uri: string, facts: RegistrationFacts): RegistrationDecision {
  const reason = findAddressError(uri, facts) ?? (hasResponseParameter(uri) ? "ANSWER_IN_QUERY" : null);
  return reason === null ? { kind: "accept" } : { kind: "refuse", reason };
}

/** The errors of a redirect URI: a fragment with the first error of the rest, so that both can be mended at once. */
export function findRegistrationErrors(uri: string, facts: RegistrationFacts): RedirectUriError[] {
  const decision = decideRegistration(uri, facts);
  if (decision.kind === "accept") return [];
  if (decision.reason !== "FRAGMENT") return [decision.reason];
  return ["FRAGMENT", ...findRegistrationErrors(uri.slice(0, uri.indexOf("#")), facts)];
}

/** The first error of a URL by the rules for redirect URIs, except those for its query. @see RFC 6749 §3.1.2 */
export function findAddressError(uri: string, facts: RegistrationFacts): RedirectUriError | null {
  return findUriError(uri) ?? findSchemeError(uri, facts);
}

// RFC 6749 §4.1.2, §4.1.2.1, RFC 9207 §2: the response parameters, added to a query that MUST be retained (§3.1.2).
const RESPONSE_PARAMETERS = ["code", "state", "iss", "error", "error_description"];

/** Compares decoded names, because the app decodes them: `c%6fde` is `code`. */
function hasResponseParameter(uri: string): boolean {
  const query = uri.indexOf("?");
  if (query === -1) return false;
  const names = new URLSearchParams(uri.slice(query + 1));
  return RESPONSE_PARAMETERS.some((name) => names.has(name));
}

function findUriError(uri: string): RedirectUriError | null {
  if (uri.length > MAX_LENGTH) return "TOO_LONG";
  if (!LEGAL.test(uri)) return "ILLEGAL_CHARACTER";
  if (!SCHEME.test(uri)) return "NOT_ABSOLUTE";
  // RFC 6749 §3.1.2: the endpoint URI MUST NOT include a fragment component.
  if (uri.includes("#")) return "FRAGMENT";
  return uri.includes("*") ? "WILDCARD" : null;
}

function findSchemeError(uri: string, facts: RegistrationFacts): RedirectUriError | null {
  const scheme = SCHEME.exec(uri)![1]!.toLowerCase();
  if (scheme === "https") return findHostError(uri);
  if (scheme === "http") return findHostError(uri) ?? findLoopbackError(uri, facts);
  if (REFUSED_SCHEMES.has(scheme)) return "SCHEME_REFUSED";
  // RFC 8252 §7.1: apps MUST use a scheme based on a domain name under their control, in reverse order.
  if (!scheme.includes(".")) return "SCHEME_WITHOUT_DOT";
  if (facts.confidential) return "SCHEME_NEEDS_PUBLIC_APP";
  return URL.canParse(uri) ? null : "HOST_MALFORMED";
}

/** The parsed host must equal the written one; rejects `https://0x7f.1/`, `https:evil` and `https://a%2eb/`. */
function findHostError(uri: string): RedirectUriError | null {
  const authority = AUTHORITY.exec(uri)?.[1];
  if (authority === undefined) return "NOT_ABSOLUTE";
  if (authority.includes("@")) return "USERINFO";
  const host = authority.replace(/:[0-9]*$/, "");
  if (host === "") return "HOST_MISSING";
  const url = URL.canParse(uri) ? new URL(uri) : null;
  return url === null || url.hostname !== host ? "HOST_MALFORMED" : null;
}

function findLoopbackError(uri: string, facts: RegistrationFacts): RedirectUriError | null {
  const { hostname } = new URL(uri);
  const isAddress = LOOPBACK_HOSTS.has(hostname);
  if (!isAddress && hostname !== "localhost") return "HTTP_NOT_LOOPBACK";
  if (facts.confidential) return facts.publicUrlIsLoopback ? null : "LOOPBACK_REFUSED";
  // RFC 8252 §8.3: localhost is NOT RECOMMENDED, because it may resolve to another interface.
  return isAddress ? null : "LOOPBACK_NEEDS_IP";
}

// RFC 8252 §7.3: http://127.0.0.1:{port}/{path} and http://[::1]:{port}/{path}.
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([0-9]{1,5}))?((?:[/?].*)?)$/s;

/**
 * True if the presented redirect URI is registered. Compares exactly, except for the port of a public app's loopback URI,
 * which the system assigns at run time.
 * @see RFC 6749 §3.1.2.3, RFC 8252 §7.3, RFC 9700 §4.1.3
 */
export function isRegisteredRedirectUri(
  presented: string,
  app: { confidential: boolean; redirectUris: readonly string[] },
): boolean {
  if (app.redirectUris.includes(presented)) return true;
  if (app.confidential) return false;
  const portless = withoutLoopbackPort(presented);
  return portless !== null && app.redirectUris.some((registered) => withoutLoopbackPort(registered) === portless);
}

/** A loopback URI without its port; null for other URIs and invalid ports. */
function withoutLoopbackPort(uri: string): string | null {
  const match = LOOPBACK.exec(uri);
  if (match === null) return null;
  const [, origin, port, rest] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) return null;
  return `${origin}${rest}`;
}
