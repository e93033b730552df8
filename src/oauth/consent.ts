import { isWithin, type ScopeSet } from "./scope.ts";
import type { InstallationState } from "./states.ts";

/** An account's role in a merchant. */
export type MemberRole = "OWNER" | "MANAGER" | "MEMBER";

/** True if the role may connect and disconnect apps; null means not a member. */
export function mayConsent(role: MemberRole | null): boolean {
  return role === "OWNER" || role === "MANAGER";
}

export interface RememberedFacts {
  /** True if the app has a secret; any client can impersonate a public app (RFC 6749 §10.2). */
  confidential: boolean;
  prompts: readonly string[];
  /** The request's install token. A request with an install token always shows the consent page. */
  installToken: string | null;
  role: MemberRole | null;
  scopes: ScopeSet;
  /** Null if the merchant never installed the app. */
  installation: { state: InstallationState; grantedScopes: ScopeSet } | null;
}

/**
 * True if an earlier consent covers this request; the granted scopes stay as they are.
 * @see RFC 6749 §10.2 (no automatic processing without an authenticated client), RFC 8252 §8.6
 */
export function isConsentRemembered(facts: RememberedFacts): boolean {
  const { installation } = facts;
  if (!facts.confidential || facts.prompts.includes("consent") || facts.installToken !== null) return false;
  if (!mayConsent(facts.role)) return false;
  return installation?.state === "ACTIVE" && isWithin(facts.scopes, installation.grantedScopes);
}

export interface ApprovalFacts {
  approved: ScopeSet;
  requested: ScopeSet;
  /** The app's scopes. The merchant cannot decline a requested scope that is `required`. */
  scopes: readonly { name: string; required: boolean }[];
}

export type ApprovalError = "scope_not_requested" | "scope_required" | "scope_missing";

/** The error of the approved scopes, null if there is none. The form cannot add a scope that was not requested. @see RFC 6749 §3.3 */
export function findApprovalError({ approved, requested, scopes }: ApprovalFacts): ApprovalError | null {
  if (!isWithin(approved, requested)) return "scope_not_requested";
  const required = scopes.filter((scope) => scope.required && requested.includes(scope.name));
  if (required.some(({ name }) => !approved.includes(name))) return "scope_required";
  return approved.length === 0 ? "scope_missing" : null;
}
