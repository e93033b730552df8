import type { OAuthReason } from "./errors.ts";

/** Why a refresh failed, as the app's developer reads it in the health of an installation. */
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

/** The health of an installation after a refused refresh; null where the refusal says nothing about the installation. */
export function refreshFailureOf(reason: OAuthReason): RefreshFailure | null {
  return FAILURES[reason] ?? null;
}

/**
 * Whether whoever was refused may write into the health of an installation: only the app that the token was issued to, and only with the
 * token itself in hand, so that nobody blackens the installation of another.
 */
export function mayNoteFailure(facts: {
  secretMatches: boolean;
  tokenAppId: string;
  namedAppId: string | null;
}): boolean {
  return facts.secretMatches && facts.tokenAppId === facts.namedAppId;
}
