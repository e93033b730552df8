import type { InstallationHealth } from "../../model/installation.ts";

// Failures of an earlier install no longer count. A new install has no refresh yet.
const FAILING =
  "(coalesce(i.last_failed_at >= i.connected_at, false) and coalesce(i.last_failed_at > i.last_refreshed_at, true))";
const EXPIRED = "coalesce(i.tokens_expire_at < clock_timestamp(), false)";
/** SQL: the tokens have expired, or expire within seven days. */
export const EXPIRING = "coalesce(i.tokens_expire_at < clock_timestamp() + interval '7 days', false)";
/** SQL: the last refresh failed, or the tokens have expired. */
export const PROBLEM = `(${FAILING} or ${EXPIRED})`;

/** SQL: the condition of each health for a row `i` of `installation`. The last three exclude each other. */
export const HEALTH_CONDITIONS: Readonly<Record<InstallationHealth, string>> = {
  FAILING,
  EXPIRING,
  NEEDS_ATTENTION: `(i.state = 'ACTIVE' and ${PROBLEM})`,
  EXPIRES_SOON: `(i.state = 'ACTIVE' and not ${PROBLEM} and ${EXPIRING})`,
  HEALTHY: `(i.state = 'ACTIVE' and not ${PROBLEM} and not ${EXPIRING})`,
};

/** The healths that only active installations have. */
export const OF_ACTIVE: readonly InstallationHealth[] = ["NEEDS_ATTENTION", "EXPIRES_SOON", "HEALTHY"];
