import {
  type BearerCode,
  httpStatusOf,
  type OAuthCode,
  type OAuthReason,
  publicAnswerOf,
} from "../../../oauth/errors.ts";
import { REFUSED_CALL } from "../guides/samples/examples.ts";
import { placeholdersOf } from "../quickstart/read.ts";
import { refusedAuthorization } from "../reference/examples.ts";

/** A frequent reason of each code, whose response is the example. */
const REASONS: Readonly<Record<OAuthCode, OAuthReason>> = {
  invalid_request: "redirect_uri_missing",
  invalid_client: "client_secret_wrong",
  invalid_grant: "code_expired",
  unauthorized_client: "refresh_merchant_suspended",
  unsupported_grant_type: "grant_type_unsupported",
  unsupported_response_type: "response_type_unsupported",
  invalid_scope: "refresh_scope_wider",
  access_denied: "consent_denied",
  request_not_supported: "request_object",
  request_uri_not_supported: "request_uri",
  temporarily_unavailable: "unavailable",
  server_error: "internal",
};

export interface ErrorExample {
  code: string;
  syntax: "http" | "json";
  status: string;
}

/** A JSON error of an endpoint; with its headers if the app waits as long as one of them says. @param issuer PUBLIC_URL */
export function jsonExample(code: OAuthCode, issuer: string): ErrorExample {
  const status = String(httpStatusOf(code));
  const body = errorBody(REASONS[code], issuer);
  if (code !== "temporarily_unavailable") return { code: body, syntax: "json", status };
  return { code: waitingResponse("503 Service Unavailable", 1, body), syntax: "http", status };
}

/** The response beyond a rate limit. @param issuer PUBLIC_URL */
export function limitExample(issuer: string): string {
  return waitingResponse("429 Too Many Requests", 42, errorBody("rate_limited", issuer));
}

function waitingResponse(status: string, seconds: number, body: string): string {
  const head = [`HTTP/1.1 ${status}`, "content-type: application/json", `retry-after: ${seconds}`];
  return [...head, `x-request-id: ${REQUEST_ID}`, "", body].join("\n");
}

const REQUEST_ID = "01a2062a-4f1e-7b21-9f0c-3d2d8c0e7a11";

function errorBody(reason: OAuthReason, issuer: string): string {
  const { code: error, description: error_description } = publicAnswerOf(reason);
  const body = { error, error_description, error_uri: `${issuer}/docs/errors#${error}`, request_id: REQUEST_ID };
  return JSON.stringify(body, null, 2);
}

/** The URL to which the browser returns with an error. @param issuer PUBLIC_URL */
export function redirectExample(code: OAuthCode, issuer: string): string {
  return refusedAuthorization(placeholdersOf(issuer), REASONS[code]);
}

/** The response of an API to an access token without the scope that the request needs. */
export const LACKING_SCOPE = [
  "HTTP/1.1 403 Forbidden",
  'WWW-Authenticate: Bearer realm="api",',
  '  error="insufficient_scope",',
  '  error_description="the access token lacks orders:write",',
  '  scope="orders:write"',
].join("\n");

/** The refusal of an API. */
export function apiExample(code: BearerCode): ErrorExample {
  if (code === "invalid_token") return { code: REFUSED_CALL, syntax: "http", status: "401" };
  return { code: LACKING_SCOPE, syntax: "http", status: "403" };
}
