import type { OAuthReason } from "./errors.ts";

/** Why a refresh failed, as shown in the installation's health. */
export type RefreshFailure = "CREDENTIALS" | "EXPIRED" | "REUSED" | "ENDED" | "SUSPENDED" | "SCOPE";

const FAILURES: Partial<Record<OAuthReason, RefreshFailure>> = {
  client_secret_missing: "CREDENTIALS",
  client_secret_wrong: "CREDENTIALS",
  refresh_expired: "EXPIRED",
  refresh_reused: "REUSED",
  refresh_window_over: "EXPIRED",
  refresh_family_ended: "ENDED",
  refresh_marked: "ENDED",
  refresh_merchant_ended: "ENDED",
  refresh_installation_ended: "ENDED",
  refresh_access_revoked: "ENDED",
  refresh_merchant_suspended: "SUSPENDED",
  refresh_installation_suspended: "SUSPENDED",
  refresh_scope_wider: "SCOPE",
  refresh_scope_changed: "SCOPE",
  refresh_scope_empty: "SCOPE",
};

/** The installation's health after a rejected refresh; null if the reason does not concern the installation. */
export function refreshFailureOf(reason: OAuthReason): RefreshFailure | null {
  return FAILURES[reason] ?? null;
}

/**
 * True if a rejected refresh may update the installation's health. The app must present a token of its own, so that no app can degrade the
 * installation of another app.
 */
export function mayNoteFailure(facts: {
  secretMatches: boolean;
  tokenAppId: string;
  namedAppId: string | null;
}): boolean {
  return facts.secretMatches && facts.tokenAppId === facts.namedAppId;
}
