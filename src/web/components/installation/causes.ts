/** A suspension or pause that stops an installation. */
export type Stop = "operator" | "app_suspended" | "app_rejected" | "merchant_suspended" | "merchant" | "app";

/** The name of a `RefreshFailure` in texts. */
export type FailureName = "unspecified" | "credentials" | "expired" | "reused" | "ended" | "suspended" | "scope";

/**
 * The reason for which an active installation needs attention: a refused refresh, or `unrefreshed` for an expiry without a refused refresh.
 */
export type Cause = FailureName | "unrefreshed";
