import { Code, type ConnectError } from "@connectrpc/connect";
import { type OAuthCode, OAuthError } from "../../oauth/errors.ts";
import type { ErrorClass } from "../../store/statistics/platform-counts.ts";
import { isShuttingDown } from "../errors.ts";

const OAUTH: Record<OAuthCode, ErrorClass | null> = {
  invalid_client: "CLIENT",
  unauthorized_client: "CLIENT",
  invalid_grant: "GRANT",
  invalid_request: "REQUEST",
  invalid_scope: "REQUEST",
  unsupported_grant_type: "REQUEST",
  unsupported_response_type: "REQUEST",
  request_not_supported: "REQUEST",
  request_uri_not_supported: "REQUEST",
  // A merchant's decision is no error.
  access_denied: null,
  temporarily_unavailable: "UNAVAILABLE",
  server_error: "INTERNAL",
};

const CODES: Partial<Record<Code, ErrorClass>> = {
  [Code.Internal]: "INTERNAL",
  [Code.Unknown]: "INTERNAL",
  [Code.DataLoss]: "INTERNAL",
  [Code.Unavailable]: "UNAVAILABLE",
  [Code.DeadlineExceeded]: "UNAVAILABLE",
  [Code.ResourceExhausted]: "RATE_LIMIT",
};

/** The class of a failed call on the dashboard; null for answers that are part of normal use, such as an invalid form. */
export function errorClassOf(error: ConnectError): ErrorClass | null {
  const { code, cause, details } = error;
  if (isShuttingDown(error)) return null;
  if (cause instanceof OAuthError && code !== Code.ResourceExhausted) return OAUTH[cause.code];
  const isRefused = code === Code.Unauthenticated || code === Code.PermissionDenied;
  // Only refusals of a service key have no details.
  if (isRefused) return details.length === 0 ? "SERVICE_KEY" : null;
  return CODES[code] ?? null;
}
