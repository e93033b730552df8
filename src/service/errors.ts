/** The category of an error; `rpc/errors.ts` maps it to a status code. */
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

/** An invalid field, with a description of what to change. */
export interface FieldViolation {
  field: string;
  description: string;
  /** A stable code for programs and translations. */
  reason?: string;
}

interface RequestErrorDetails {
  violations?: FieldViolation[];
  retryAfterSeconds?: number;
  /** Further facts for programs, by name. */
  metadata?: Readonly<Record<string, string>>;
}

/**
 * An error of a management operation that the caller can correct or must know. `reason` is a stable UPPER_SNAKE code for programs,
 * `message` a sentence that says what to change. Protocol errors are `OAuthError`s (`oauth/errors.ts`).
 */
export class RequestError extends Error {
  readonly kind: RequestErrorKind;
  readonly reason: string;
  readonly violations: FieldViolation[];
  readonly retryAfterSeconds: number | undefined;
  readonly metadata: Readonly<Record<string, string>>;

  constructor(kind: RequestErrorKind, reason: string, message: string, details: RequestErrorDetails = {}) {
    super(message);
    this.name = "RequestError";
    this.kind = kind;
    this.reason = reason;
    this.violations = details.violations ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.metadata = details.metadata ?? {};
  }
}
