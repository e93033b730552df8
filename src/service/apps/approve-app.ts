import { toScopeSet } from "../../oauth/scope.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { endReview, enforceClaim } from "../reviews/claim.ts";
import { requireNoViolations } from "../violations.ts";
import { changeApp } from "./change-app.ts";
import { applyTransition, requireRevision, requireTransition } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";
import { adoptProfile, checkProfile } from "./draft.ts";
import { profileOf } from "./profile.ts";
import { findChoiceViolations, restrictedNames } from "./refused-scopes.ts";

export interface ApproveAppRequest {
  clientId: string;
  /** The number of the revision that was reviewed; null: the revision that is in review. */
  revision: number | null;
  /** The requested restricted scopes that the app may have. */
  restrictedScopesAllowed: string[];
}

/**
 * Puts the reviewed profile into effect.
 *
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE, REVISION_CHANGED, CLAIMED, INVALID
 */
export async function approveApp(deps: AppDependencies, request: ApproveAppRequest, call: Call): Promise<AppDetails> {
  const { clientId, restrictedScopesAllowed: allowed } = request;
  return changeApp(deps.apps, clientId, async (change) => {
    const { app, pending } = change;
    const transition = requireTransition(change, call, "approve");
    const number = requireRevision(change, transition, request.revision);
    await enforceClaim(change, call, "approve");
    const revision = transition.ofRevision ? pending : null;
    const profile = profileOf(revision ?? app);
    const { catalogue } = await checkProfile(change, profile, { ...deps, complete: true });
    const restricted = restrictedNames(catalogue);
    requireNoViolations(findChoiceViolations("restricted_scopes_allowed", allowed, restricted));
    const refusedScopes = restricted.filter((name) => !allowed.includes(name));
    applyTransition(change, call, { ...transition, refusedScopes });
    const now = new Date(change.now / 1000);
    if (revision !== null) revision.decidedAt = now;
    // A scope stays refused until an approval allows it, even if the scope stops being restricted in between.
    const refused = toScopeSet([...app.restrictedScopesRefused, ...restricted]).filter(
      (name) => !allowed.includes(name),
    );
    Object.assign(app, { revision: number, approvedAt: now });
    Object.assign(app, { restrictedScopesGranted: allowed, restrictedScopesRefused: refused });
    adoptProfile(change, profile, catalogue);
    change.pending = null;
    await change.dropLogos();
    await endReview(change, "approve");
    return change;
  });
}
