import { create } from "@bufbuild/protobuf";
import { type Duration, DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { RefusalSchema } from "../../gen/latchkey/v1/errors_pb.ts";
import { OAuthErrorSchema } from "../../gen/latchkey/v1/token_service_pb.ts";
import { isOAuthCode, type OAuthCode, OAuthError } from "../oauth/errors.ts";
import { StorageFault } from "../observe/storage-fault.ts";
import { type FieldViolation, Refusal, type RefusalKind } from "../service/errors.ts";

const REFUSAL_CODES: Record<RefusalKind, Code> = {
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

/** The reason of the refusal that says: nobody is signed in. It is no fault of the caller's key. */
export const NO_SESSION = "SESSION";

const SHUTTING_DOWN = "SHUTTING_DOWN";

/** The process ends in order, and the caller goes on with another. */
export function shuttingDown(): ConnectError {
  return fromRefusal(new Refusal("unavailable", SHUTTING_DOWN, "shutting down"));
}

export function isShuttingDown({ cause }: ConnectError): boolean {
  return cause instanceof Refusal && cause.reason === SHUTTING_DOWN;
}

/**
 * What is thrown inside, as the status of the call. OAuthError and Refusal keep their public part as a detail. Anything unknown is
 * "internal error". What was thrown stays in `cause`, for the log alone.
 */
export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  if (error instanceof OAuthError) return fromOAuthError(error);
  if (error instanceof Refusal) return fromRefusal(error);
  // An outage is no verdict: neither the app nor its token is at fault, and a repeat may succeed.
  if (error instanceof StorageFault)
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

function fromRefusal(error: Refusal): ConnectError {
  const value = create(RefusalSchema, {
    reason: error.reason,
    violations: error.violations,
    retryAfter: toDuration(error.retryAfterSeconds),
  });
  const code = REFUSAL_CODES[error.kind];
  return new ConnectError(error.message, code, undefined, [{ desc: RefusalSchema, value }], error);
}

/** An OAuth error as it came over RPC. */
export interface OAuthFault {
  error: OAuthCode;
  description: string;
  /** A page that explains the error; may be empty. */
  uri: string;
  /** Seconds; null where the core told none. */
  retryAfter: number | null;
  /** A limit (HTTP 429) and no outage (503), which share one OAuth code. */
  throttled: boolean;
}

/**
 * The OAuth error that a failed call carries; null for every other failure, a fault of the caller's own key among them, which an
 * edge answers as an outage of its own and never as the app's fault.
 */
export function oauthErrorOf(failure: unknown): OAuthFault | null {
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

/** A refusal of a management RPC as it came. */
export interface RefusalFault {
  code: Code;
  /** A stable code for programs, such as `SECRET_LIMIT`. */
  reason: string;
  /** The sentence for the person. */
  message: string;
  violations: FieldViolation[];
  /** Seconds; null where the core told none. */
  retryAfter: number | null;
}

/** The refusal that a failed call carries; null for every other failure. */
export function refusalOf(failure: unknown): RefusalFault | null {
  if (!(failure instanceof ConnectError)) return null;
  const [detail] = failure.findDetails(RefusalSchema);
  if (detail === undefined) return null;
  return {
    code: failure.code,
    reason: detail.reason,
    message: failure.rawMessage,
    violations: detail.violations.map(({ field, description, code }) => ({
      field,
      description,
      ...(code !== "" && { code }),
    })),
    retryAfter: secondsOf(detail.retryAfter),
  };
}

/** True if the call failed because nobody is signed in (any more): a page sends the browser to the sign-in. */
export function isSessionMissing(failure: unknown): boolean {
  const refusal = refusalOf(failure);
  return refusal?.code === Code.Unauthenticated && refusal.reason === NO_SESSION;
}

function toDuration(seconds: number | undefined): Duration | undefined {
  return seconds === undefined ? undefined : create(DurationSchema, { seconds: BigInt(Math.ceil(seconds)) });
}

function secondsOf(duration: Duration | undefined): number | null {
  return duration === undefined ? null : Number(duration.seconds);
}
