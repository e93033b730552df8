import type { InstallationHealth } from "../../model/installation.ts";

// Failures of an earlier install no longer count. A new install has no refresh yet.
const FAILING =
  "(coalesce(i.last_failed_at >= i.connected_at, false) and coalesce(i.last_failed_at > i.last_refreshed_at, true))";
const EXPIRED = "coalesce(i.tokens_expire_at < clock_timestamp(), false)";
/** SQL: the access has ended by a revocation, not by an expiry. */
export const REVOKED = "coalesce(i.tokens_revoked_at >= i.tokens_expire_at, false)";
/** SQL: the tokens have expired, or expire within seven days. */
export const EXPIRING = "coalesce(i.tokens_expire_at < clock_timestamp() + interval '7 days', false)";
/** SQL: the last refresh failed, or the tokens have expired. */
export const PROBLEM = `(${FAILING} or ${EXPIRED})`;

/** SQL: the installation itself, its app `a` or its merchant `m` is paused or suspended. */
export const STOP = "(i.state = 'SUSPENDED' or m.state = 'SUSPENDED' or a.state in ('SUSPENDED', 'REJECTED'))";

/** SQL: the part of each health's condition that needs only the row `i` of `installation`. */
export const HEALTH_CONDITIONS: Readonly<Record<InstallationHealth, string>> = {
  FAILING,
  EXPIRING,
  NEEDS_ATTENTION: `(i.state = 'ACTIVE' and ${PROBLEM})`,
  EXPIRES_SOON: `(i.state = 'ACTIVE' and not ${PROBLEM} and ${EXPIRING})`,
  HEALTHY: `(i.state = 'ACTIVE' and not ${PROBLEM} and not ${EXPIRING})`,
  STOPPED: "i.state in ('ACTIVE', 'SUSPENDED')",
};

/** The healths that only active installations without a `STOP` have. They exclude each other. */
export const OF_ACTIVE: readonly InstallationHealth[] = ["NEEDS_ATTENTION", "EXPIRES_SOON", "HEALTHY"];
