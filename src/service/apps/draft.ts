import type { AppScope } from "../../model/app.ts";
import type { Scope } from "../../model/scope.ts";
import type { AppState } from "../../oauth/app-state.ts";
import { isScopeToken } from "../../oauth/parameters.ts";
import { toScopeSet } from "../../oauth/scope.ts";
import type { AppChange } from "../../store/apps/app-change.ts";
import type { Call } from "../call.ts";
import type { FieldViolation } from "../errors.ts";
import { wrongState } from "./change-app.ts";
import { type AppProfile, profileOf, type ReviewedProfile } from "./profile.ts";
import { findProfileViolations } from "./profile-violations.ts";

/** True if the reviewed profile is in effect, so that changes go to a pending revision. */
export function isLive(state: AppState): boolean {
  return state === "APPROVED" || state === "SUSPENDED";
}

/** The profile that the developer edits: the pending revision's if there is one, otherwise the app's. */
export function draftOf({ app, pending }: AppChange): ReviewedProfile {
  return profileOf(pending ?? app);
}

/** @throws RequestError STATE while the draft is under review */
export function requireEditable({ app, pending }: AppChange): void {
  const { state } = pending ?? app;
  if (state === "SUBMITTED" || state === "IN_REVIEW") throw wrongState("It is under review: withdraw it first.");
}

export interface CheckedProfile {
  /** The entries of the profile's scopes, locked until the transaction ends. */
  catalogue: Scope[];
  violations: FieldViolation[];
}

/** Checks a profile against the rules and the scope catalogue. With `complete`, all fields that a review requires must be present. */
export async function checkProfile(
  change: AppChange,
  profile: AppProfile,
  options: { publicUrlIsLoopback: boolean; complete: boolean },
): Promise<CheckedProfile> {
  const { app, pending } = change;
  const catalogue = await change.catalogue(profile.scopes.map(({ name }) => name).filter(isScopeToken));
  const kept = new Set([...app.scopes, ...(pending?.scopes ?? [])].map(({ name }) => name));
  const { publicUrlIsLoopback, complete } = options;
  const facts = { publicUrlIsLoopback, complete, confidential: app.confidential, catalogue, kept };
  return { catalogue, violations: findProfileViolations(profile, facts) };
}

/**
 * Writes a profile to the app before its first approval, and to the pending revision afterwards. Returns the revision's number. Each change
 * increments it, so that an approval can name the profile that the reviewer read.
 */
export async function writeDraft(
  change: AppChange,
  call: Call,
  draft: { profile: ReviewedProfile; catalogue: readonly Scope[] },
): Promise<number> {
  const { app, pending } = change;
  const number = (await change.lastRevision()) + 1;
  if (!isLive(app.state)) {
    app.revision = number;
    adoptProfile(change, draft.profile, draft.catalogue);
  } else if (pending === null) {
    change.addRevision({ ...draft.profile, number, state: "DRAFT", createdBy: call.actor?.accountId ?? null });
  } else {
    Object.assign(pending, draft.profile, { number, updatedAt: new Date(change.now / 1000) });
  }
  return number;
}

/** Puts a profile into effect. Publishes SCOPES_REDUCED if the app's tokens lose a scope. */
export function adoptProfile(change: AppChange, profile: ReviewedProfile, catalogue: readonly Scope[]): void {
  const { app } = change;
  const before = app.registeredScopes;
  Object.assign(app, profile);
  app.registeredScopes = toRegisteredScopes(profile.scopes, catalogue, app.restrictedScopesGranted);
  if (before.every((scope) => app.registeredScopes.includes(scope))) return;
  change.publish({ subject: "APP", subjectId: app.clientId, kind: "SCOPES_REDUCED" });
}

/** All scopes of a profile except restricted scopes that no operator granted. */
function toRegisteredScopes(
  scopes: readonly AppScope[],
  catalogue: readonly Scope[],
  granted: readonly string[],
): string[] {
  const isRestricted = (name: string) =>
    catalogue.some((scope) => scope.name === name && scope.sensitivity === "RESTRICTED");
  return toScopeSet(scopes.map(({ name }) => name)).filter((name) => !isRestricted(name) || granted.includes(name));
}
