import { type FuzzedRequest, MARK } from "./http-requests.ts";
import type { RawAnswer } from "./raw-http.ts";

const CODES = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "invalid_token",
  "insufficient_scope",
  "temporarily_unavailable",
];
// RFC 6749 §5.2: error_description is printable ASCII without the double quote and the backslash.
const DESCRIPTION = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;

/** The error of a response to a request without valid credentials; null if the response is correct. */
export function findAnswerError(
  request: FuzzedRequest,
  answer: RawAnswer | null,
  allowed: AllowedTargets,
): string | null {
  // The server may close the connection if the body is incomplete; otherwise it must respond.
  if (answer === null) return request.cutAt === null ? "no answer" : null;
  const { status, headers, body } = answer;
  if (status >= 500) return `status ${status}`;
  if (headers.get("cache-control")?.includes("no-store") !== true && isForPrograms(request)) return "may be stored";
  if (headers.has("set-cookie") && /(^|; *)x=1/.test(headers.get("set-cookie")!)) return "a header was injected";
  if (body.includes(MARK)) return "markup of the request stands in the answer";
  const location = headers.get("location");
  if (location !== undefined && !leads(location, allowed)) return `redirects to ${location}`;
  if (!isForPrograms(request)) return null;
  return request.path.endsWith("/oauth/authorize") ? findAuthorizeError(answer) : findOauthError(answer);
}

export interface AllowedTargets {
  /** PUBLIC_URL. */
  origin: string;
  redirectUris: string[];
}

function leads(location: string, { origin, redirectUris }: AllowedTargets): boolean {
  if (/^\/(?![/\\])/.test(location) || location.startsWith(`${origin}/`)) return true;
  return redirectUris.some((uri) => location.startsWith(`${uri}?`));
}

function isForPrograms({ path }: FuzzedRequest): boolean {
  return /^\/(?:api\/v1\/)?oauth\//.test(path);
}

/** A10: the response is a redirect or a page; errors of HTTP itself are JSON or a page. */
function findAuthorizeError({ status, headers, body }: RawAnswer): string | null {
  if (status === 303) return headers.has("location") ? null : "303 to nowhere";
  if (status === 200) return "authorize answered 200";
  if (headers.get("content-type")?.startsWith("text/html")) return null;
  return findErrorError({ status, headers, body });
}

function findOauthError(answer: RawAnswer): string | null {
  const { status, headers, body } = answer;
  if (status !== 200) return findErrorError(answer);
  if (body === "") return null;
  if (!headers.get("content-type")?.startsWith("application/json")) return "200 and no JSON";
  const members = JSON.parse(body) as Record<string, unknown>;
  return "active" in members || "access_token" in members ? null : `200 with ${Object.keys(members)}`;
}

function findErrorError({ status, headers, body }: RawAnswer): string | null {
  if (status < 400) return `status ${status}`;
  // A response to HEAD has headers only.
  if (body === "" && headers.get("content-length") !== "0") return null;
  let members: Record<string, unknown>;
  try {
    members = JSON.parse(body);
  } catch {
    return `no JSON: ${body.slice(0, 100)}`;
  }
  const names = Object.keys(members).join();
  if (names !== "error,error_description,error_uri,request_id") return `members ${names}`;
  if (!CODES.includes(String(members.error))) return `error ${members.error}`;
  if (!DESCRIPTION.test(String(members.error_description))) return `error_description ${members.error_description}`;
  if (members.request_id !== headers.get("x-request-id")) return "another request_id in header and body";
  if (status === 401 && !headers.has("www-authenticate")) return "401 without WWW-Authenticate";
  if (status === 405 && !headers.has("allow")) return "405 without Allow";
  return null;
}
