/** Why an operation was refused, in the terms of the RPC status codes that `rpc/errors.ts` gives them. */
export type RequestErrorKind =
  | "invalid_argument"
  | "not_found"
  | "already_exists"
  | "failed_precondition"
  | "permission_denied"
  | "unauthenticated"
  | "resource_exhausted"
  | "aborted"
  | "unavailable";

/** One field of the request and what to change about it. */
export interface FieldViolation {
  field: string;
  description: string;
  /** A stable code for programs and translations, where there is one. */
  reason?: string;
}

interface RequestErrorDetails {
  violations?: FieldViolation[];
  retryAfterSeconds?: number;
}

/**
 * A refusal of a management operation, told to the caller as it is. `reason` is a stable UPPER_SNAKE code for programs, `message` a
 * sentence that says what to change. OAuth answers are not RequestErrors but `OAuthError`s (`oauth/errors.ts`).
 */
export class RequestError extends Error {
  readonly kind: RequestErrorKind;
  readonly reason: string;
  readonly violations: FieldViolation[];
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: RequestErrorKind, reason: string, message: string, details: RequestErrorDetails = {}) {
    super(message);
    this.name = "RequestError";
    this.kind = kind;
    this.reason = reason;
    this.violations = details.violations ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
