import { create } from "@bufbuild/protobuf";
import { type Duration, DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import { OAuthErrorSchema } from "../../gen/latchkey/v1/token_service_pb.ts";
import { isOAuthCode, type OAuthCode, OAuthError } from "../oauth/errors.ts";
import { StorageError } from "../observe/storage-error.ts";
import { type FieldViolation, RequestError, type RequestErrorKind } from "../service/errors.ts";

const REQUEST_ERROR_CODES: Record<RequestErrorKind, Code> = {
  invalid_argument: Code.InvalidArgument,
  not_found: Code.NotFound,
  already_exists: Code.AlreadyExists,
  failed_precondition: Code.FailedPrecondition,
  permission_denied: Code.PermissionDenied,
  unauthenticated: Code.Unauthenticated,
  resource_exhausted: Code.ResourceExhausted,
  aborted: Code.Aborted,
  unavailable: Code.Unavailable,
};

const OAUTH_CODES: Record<OAuthCode, Code> = {
  invalid_request: Code.InvalidArgument,
  invalid_scope: Code.InvalidArgument,
  unsupported_grant_type: Code.InvalidArgument,
  unsupported_response_type: Code.InvalidArgument,
  request_not_supported: Code.InvalidArgument,
  request_uri_not_supported: Code.InvalidArgument,
  invalid_grant: Code.FailedPrecondition,
  invalid_client: Code.Unauthenticated,
  unauthorized_client: Code.PermissionDenied,
  access_denied: Code.PermissionDenied,
  temporarily_unavailable: Code.Unavailable,
  server_error: Code.Internal,
};

/** The reason of a RequestError for a missing or expired session. */
export const NO_SESSION = "SESSION";

const SHUTTING_DOWN = "SHUTTING_DOWN";

/** The error of streams during a graceful shutdown: the caller resumes at another replica. */
export function shuttingDown(): ConnectError {
  return fromRequestError(new RequestError("unavailable", SHUTTING_DOWN, "shutting down"));
}

export function isShuttingDown({ cause }: ConnectError): boolean {
  return cause instanceof RequestError && cause.reason === SHUTTING_DOWN;
}

/** The caller's deadline, or the core's own, has passed. */
export function deadlineExceeded(): ConnectError {
  return new ConnectError("the deadline has passed", Code.DeadlineExceeded);
}

/** The caller cancelled the call. */
export function canceled(): ConnectError {
  return new ConnectError("the caller cancelled the call", Code.Canceled);
}

/** The reader of a stream is too slow. */
export function slowReader(): ConnectError {
  return new ConnectError("the reader is too slow; resume with the last cursor", Code.ResourceExhausted);
}

/**
 * Maps any error to the status of the call. OAuthError and RequestError keep their public part as details; other errors become
 * "internal error". `cause` keeps the original error for the log.
 */
export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  if (error instanceof OAuthError) return fromOAuthError(error);
  if (error instanceof RequestError) return fromRequestError(error);
  // A storage outage says nothing about the app or its token, and a retry may succeed.
  if (error instanceof StorageError)
    return fromOAuthError(new OAuthError("unavailable", { retryAfter: 1, cause: error }));
  return new ConnectError("internal error", Code.Internal, undefined, undefined, error);
}

function fromOAuthError(error: OAuthError): ConnectError {
  const code = error.reason === "rate_limited" ? Code.ResourceExhausted : OAUTH_CODES[error.code];
  const value = create(OAuthErrorSchema, {
    error: error.code,
    errorDescription: error.description,
    retryAfter: toDuration(error.retryAfter),
  });
  return new ConnectError(error.description, code, undefined, [{ desc: OAuthErrorSchema, value }], error);
}

/** The `domain` of every `google.rpc.ErrorInfo`. */
export const ERROR_DOMAIN = "latchkey";

function fromRequestError(error: RequestError): ConnectError {
  const { message, reason, violations, retryAfterSeconds, metadata } = error;
  const info = create(ErrorInfoSchema, { reason, domain: ERROR_DOMAIN, metadata });
  const details: OutgoingDetail[] = [{ desc: ErrorInfoSchema, value: info }];
  if (violations.length > 0) details.push({ desc: BadRequestSchema, value: toBadRequest(violations) });
  if (retryAfterSeconds !== undefined) {
    const value = create(RetryInfoSchema, { retryDelay: toDuration(retryAfterSeconds) });
    details.push({ desc: RetryInfoSchema, value });
  }
  return new ConnectError(message, REQUEST_ERROR_CODES[error.kind], undefined, details, error);
}

type OutgoingDetail = NonNullable<ConstructorParameters<typeof ConnectError>[3]>[number];

function toBadRequest(violations: readonly FieldViolation[]) {
  return create(BadRequestSchema, { fieldViolations: [...violations] });
}

/** An OAuth error received over RPC. */
export interface ReceivedOAuthError {
  error: OAuthCode;
  description: string;
  /** `error_uri`; may be empty. */
  uri: string;
  /** Seconds; null if absent. */
  retryAfter: number | null;
  /** True for a rate limit (HTTP 429), false for an outage (503): they share one OAuth code. */
  throttled: boolean;
}

/**
 * The OAuth error of a failed call; null for every other error. An error of the gateway's own service key is not an OAuth error: the
 * gateway reports an outage.
 */
export function oauthErrorOf(failure: unknown): ReceivedOAuthError | null {
  if (!(failure instanceof ConnectError)) return null;
  const [detail] = failure.findDetails(OAuthErrorSchema);
  if (detail === undefined || !isOAuthCode(detail.error)) return null;
  return {
    error: detail.error,
    description: detail.errorDescription,
    uri: detail.errorUri,
    retryAfter: secondsOf(detail.retryAfter),
    throttled: failure.code === Code.ResourceExhausted,
  };
}

/** A request error received over RPC. */
export interface ReceivedRequestError {
  code: Code;
  /** A stable code for programs, such as `SECRET_LIMIT`. */
  reason: string;
  /** One sentence for the user. */
  message: string;
  violations: FieldViolation[];
  /** Seconds; null if absent. */
  retryAfter: number | null;
  /** Further facts, by name. */
  metadata: Readonly<Record<string, string>>;
}

/** True if the core is of the previous release, which does not have the RPC. */
export function isUnimplemented(failure: unknown): boolean {
  return ConnectError.from(failure).code === Code.Unimplemented;
}

/** The request error of a failed call; null for every other error. */
export function requestErrorOf(failure: unknown): ReceivedRequestError | null {
  if (!(failure instanceof ConnectError)) return null;
  const info = failure.findDetails(ErrorInfoSchema).find(({ domain }) => domain === ERROR_DOMAIN);
  if (info === undefined) return null;
  const [badRequest] = failure.findDetails(BadRequestSchema);
  const [retry] = failure.findDetails(RetryInfoSchema);
  return {
    code: failure.code,
    reason: info.reason,
    message: failure.rawMessage,
    violations: (badRequest?.fieldViolations ?? []).map(({ field, description, reason }) => ({
      field,
      description,
      ...(reason !== "" && { reason }),
    })),
    retryAfter: secondsOf(retry?.retryDelay),
    metadata: info.metadata,
  };
}

/** True if the call failed because of a missing or expired session. The pages then redirect to the sign-in. */
export function isSessionMissing(failure: unknown): boolean {
  const requestError = requestErrorOf(failure);
  return requestError?.code === Code.Unauthenticated && requestError.reason === NO_SESSION;
}

function toDuration(seconds: number | undefined): Duration | undefined {
  return seconds === undefined ? undefined : create(DurationSchema, { seconds: BigInt(Math.ceil(seconds)) });
}

function secondsOf(duration: Duration | undefined): number | null {
  return duration === undefined ? null : Number(duration.seconds);
}
