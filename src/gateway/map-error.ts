import { Code, ConnectError } from "@connectrpc/connect";
import { type BearerCode, httpStatusOf, type OAuthCode, OAuthError } from "../oauth/errors.ts";
import { oauthErrorOf, requestErrorOf } from "../rpc/errors.ts";
import { HttpError } from "./http-error.ts";

/** The error codes of OAuth (RFC 6749 §5.2) and of bearer authentication with a service key (RFC 6750 §3.1). */
export type ErrorCode = OAuthCode | BearerCode;

/** The status and body of an error response. */
export interface ErrorResponse {
  status: number;
  code: ErrorCode;
  /** One ASCII sentence. */
  description: string;
  /** `error_uri`; if it is empty, the response names the service's own page about the code. */
  uri: string;
  /** Seconds for `Retry-After`; with null, 429 and 503 get a default and other statuses have no such header. */
  retryAfter: number | null;
  /** The `Allow` header of a 405. */
  allow: string | null;
}

const DEFAULTS = { uri: "", retryAfter: null, allow: null };
const OUTAGE = new OAuthError("unavailable");
const INTERNAL = new OAuthError("internal");

/**
 * Maps any error of a route to a response. A failed RPC is the app's error only if it carries an OAuth error as a detail. Otherwise the
 * fault lies between gateway and core, such as an expired gateway key, and the response is 503.
 */
export function toErrorResponse(failure: unknown): ErrorResponse {
  if (failure instanceof HttpError) return fromHttpError(failure);
  if (failure instanceof OAuthError) return fromOAuthError(failure);
  if (failure instanceof ConnectError) return fromRpc(failure);
  const status = statusOf(failure);
  return status === null ? fromOAuthError(INTERNAL) : fromHttpError(new HttpError(status));
}

function fromHttpError({ status, message, allow }: HttpError): ErrorResponse {
  return { ...DEFAULTS, status, code: "invalid_request", description: message, allow };
}

function fromOAuthError({ status, code, description, retryAfter }: OAuthError): ErrorResponse {
  return { ...DEFAULTS, status, code, description, retryAfter: retryAfter ?? null };
}

function fromRpc(failure: ConnectError): ErrorResponse {
  const oauthError = oauthErrorOf(failure);
  if (oauthError !== null) {
    const { error: code, description, uri, retryAfter, throttled } = oauthError;
    return { status: httpStatusOf(code, throttled), code, description, uri, retryAfter, allow: null };
  }
  // An INVALID_ARGUMENT with a request error is the client's error.
  const requestError = failure.code === Code.InvalidArgument ? requestErrorOf(failure) : null;
  if (requestError === null) return fromOAuthError(OUTAGE);
  // The core's message may quote the request, with characters that RFC 6749 §5.2 forbids in a description.
  return fromOAuthError(new OAuthError("parameter_malformed"));
}

/** The status of an error that Fastify itself raised with a 4xx status; null for other errors. */
function statusOf(failure: unknown): number | null {
  const status = failure instanceof Error && "statusCode" in failure ? failure.statusCode : null;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}

/**
 * The `error_uri` of a code: its section on the error code page (`web/docs/errors`).
 * @param origin PUBLIC_URL
 */
export function errorUriOf(code: ErrorCode, origin: string): string {
  return `${origin}/docs/errors#${code}`;
}
