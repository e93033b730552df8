/** A suspension or pause that stops an installation. */
export type Stop = "operator" | "app_suspended" | "app_rejected" | "merchant_suspended" | "merchant" | "app";

/** The name of a `RefreshFailure` in texts. */
export type FailureName = "unspecified" | "credentials" | "expired" | "reused" | "ended" | "suspended" | "scope";

/**
 * The reason for which an active installation needs attention: a refused refresh or a revocation, or `unrefreshed` for an expiry without
 * either.
 */
export type Cause = FailureName | "unrefreshed";
