import type { Scope } from "../../model/scope.ts";
import type { AppState } from "../../oauth/app-state.ts";
import { isScopeToken } from "../../oauth/parameters.ts";
import type { AppChange } from "../../store/apps/apps.ts";
import type { Call } from "../call.ts";
import type { FieldViolation } from "../errors.ts";
import { isLive, refuseState, tellNarrowed } from "./change.ts";
import { findProfileViolations } from "./profile.ts";
import { profileOf } from "./record.ts";
import type { AppProfile, ReviewedProfile } from "./records.ts";
import { workingScopes } from "./scope-set.ts";

export interface Judged {
  catalogue: Scope[];
  violations: FieldViolation[];
}

/** Holds a profile against the rules and the catalogue as it stands until the transaction ends. `complete`: ready for a review. */
export async function judgeProfile(
  change: AppChange,
  profile: AppProfile,
  on: { publicUrlIsLoopback: boolean; complete: boolean },
): Promise<Judged> {
  const { app, pending } = change;
  const names = profile.scopes.map(({ name }) => name).filter(isScopeToken);
  const catalogue = await change.catalogue(names);
  const kept = new Set([...app.scopes, ...(pending?.scopes ?? [])].map(({ name }) => name));
  const facts = { ...on, confidential: app.confidential, catalogue, kept };
  return { catalogue, violations: findProfileViolations(profile, facts) };
}

/** What the developer is writing: the pending revision if there is one, else the app's own profile. */
export function draftOf({ app, pending }: AppChange): ReviewedProfile {
  return profileOf(pending ?? app);
}

const UNDER_REVIEW: readonly AppState[] = ["SUBMITTED", "IN_REVIEW"];

/** @throws RequestError STATE while the draft is under review */
export function requireWritable({ app, pending }: AppChange): void {
  if (UNDER_REVIEW.includes((pending ?? app).state)) throw refuseState("It is under review: withdraw it first.");
}

/**
 * Writes a profile where the app's state wants it: in place before the first approval, afterwards into the pending revision. Each time the
 * revision's number rises, so that nobody approves something else than what they read. Gives the number.
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

/** Makes a profile the app's own, where it works from this commit on as far as the app's state lets it. */
export function adoptProfile(change: AppChange, profile: ReviewedProfile, catalogue: readonly Scope[]): void {
  const { app } = change;
  const before = app.registeredScopes;
  Object.assign(app, profile);
  app.registeredScopes = workingScopes(profile.scopes, catalogue, app.restrictedScopesGranted);
  tellNarrowed(change, before);
}

/** True if two profiles say the same. */
export function isSameProfile(left: ReviewedProfile, right: ReviewedProfile): boolean {
  return JSON.stringify(canonical(left)) === JSON.stringify(canonical(right));
}

// Named one by one, because equal records may list their fields in another order.
function canonical(profile: ReviewedProfile): unknown[] {
  const scopes = profile.scopes.map(({ name, reason, required }) => [name, reason, required]);
  const { name, purpose, website, supportContact, redirectUris, launchUrl, webhookUrl, platformStart } = profile;
  const texts = [name, purpose, website, supportContact, launchUrl, webhookUrl, profile.logoDigest];
  return [...texts, platformStart, redirectUris, scopes];
}
