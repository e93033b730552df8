import { type ScopeSet, toScopeSet } from "./scope.ts";
import type { InstallationState } from "./states.ts";

/** The fields that the decision reads. */
export interface ScopeRemovalFacts {
  installation: { state: InstallationState; grantedScopes: ScopeSet };
  /** The app's live scopes. */
  app: { scopes: readonly { name: string; required: boolean }[] };
}

export type ScopeRemovalDecision =
  | { kind: "remove"; removed: string[]; left: string[] }
  /** None of the scopes is granted: nothing to write, no event. */
  | { kind: "nothing" }
  | { kind: "refuse"; reason: "NOT_INSTALLED" | "SCOPE_REQUIRED" | "LAST_SCOPE" };

/**
 * Decides whether the merchant takes scopes back without a new consent. The rules are those of the consent page: the merchant cannot decline
 * a required scope, nor all of them.
 * @see RFC 6749 §3.3 (the resource owner may grant fewer scopes than requested), RFC 7009 §1
 */
export function decideScopeRemoval({ installation, app }: ScopeRemovalFacts, asked: ScopeSet): ScopeRemovalDecision {
  const { state, grantedScopes } = installation;
  if (state !== "ACTIVE" && state !== "SUSPENDED") return { kind: "refuse", reason: "NOT_INSTALLED" };
  const granted = toScopeSet(grantedScopes);
  const removed = granted.filter((scope) => asked.includes(scope));
  if (removed.length === 0) return { kind: "nothing" };
  if (app.scopes.some(({ name, required }) => required && removed.includes(name)))
    return { kind: "refuse", reason: "SCOPE_REQUIRED" };
  const left = granted.filter((scope) => !removed.includes(scope));
  // A granted scope that the app no longer registers gives no access.
  const registered = app.scopes.map(({ name }) => name);
  const isAnyLeft = left.some((scope) => registered.includes(scope));
  const takesAccess = left.length === 0 || removed.some((scope) => registered.includes(scope));
  if (takesAccess && !isAnyLeft) return { kind: "refuse", reason: "LAST_SCOPE" };
  return { kind: "remove", removed, left };
}
