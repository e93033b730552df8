import { type AuthorizeFinding, toFinding } from "./authorize-check.ts";
import { collectParameters, type RawParameters } from "./parameters.ts";

export interface ReadAuthorizeUrl {
  kind: "read";
  pairs: (readonly [name: string, value: string])[];
  raw: RawParameters;
  /** Names of parameters with broken escapes or invalid UTF-8. */
  malformed: string[];
  /** Errors of the URL outside its parameters. */
  findings: AuthorizeFinding[];
}

const MAX_LENGTH = 16_384;
const PATHS = ["/oauth/authorize", "/api/v1/oauth/authorize"];

/**
 * Parses an authorization URL as the endpoint does.
 * @param issuer PUBLIC_URL, a bare origin
 * @see RFC 6749 §3.1
 */
export function readAuthorizeUrl(
  text: string,
  issuer: string,
): ReadAuthorizeUrl | { kind: "unreadable"; findings: AuthorizeFinding[] } {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return unreadable("url_too_long");
  if (!URL.canParse(trimmed)) return unreadable("url_malformed");
  const url = new URL(trimmed);
  const findings: AuthorizeFinding[] = [];
  if (url.origin !== issuer)
    findings.push(toFinding("url_origin", null, url.origin === "null" ? url.protocol : url.origin));
  if (!PATHS.includes(url.pathname)) findings.push(toFinding("url_path", null, url.pathname));
  // RFC 6749 §3.1: the endpoint URI MUST NOT include a fragment component.
  if (url.hash !== "") findings.push(toFinding("url_fragment", null, url.hash.slice(0, 100)));
  // Takes the query from the text, because the URL parser normalizes `url.search`.
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(trimmed) ?? [];
  return { kind: "read", findings, ...readQuery(query) };
}

function unreadable(code: "url_too_long" | "url_malformed"): { kind: "unreadable"; findings: AuthorizeFinding[] } {
  return { kind: "unreadable", findings: [toFinding(code, null)] };
}

function readQuery(query: string): Pick<ReadAuthorizeUrl, "pairs" | "raw" | "malformed"> {
  const pairs: [string, string][] = [];
  const malformed: string[] = [];
  for (const part of query.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    const value = equals === -1 ? "" : decode(part.slice(equals + 1));
    if (name === null) malformed.push(rawName);
    else if (value === null) malformed.push(name);
    else pairs.push([name, value]);
  }
  const { values, duplicated } = collectParameters(pairs);
  const twice = malformed.filter((name, at) => malformed.indexOf(name) !== at || pairs.some(([one]) => one === name));
  return { pairs, malformed, raw: { values, duplicated: new Set([...duplicated, ...twice]) } };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
