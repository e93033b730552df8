import type { ClaimRow } from "../../store/reviews/claims.ts";
import { checkAccess, ownApp } from "../apps/access.ts";
import { auditChange, changeApp, wrongState } from "../apps/change-app.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { requireClaim } from "./claim.ts";
import type { ReviewDependencies } from "./dependencies.ts";

/**
 * Claims an app in review for the operator of the session, or extends their claim. Locks the app's row, so that only one of two concurrent
 * operators gets the claim.
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE, CLAIMED
 */
export async function claimReview(
  { apps }: Pick<ReviewDependencies, "apps">,
  { clientId }: { clientId: string },
  call: Call,
): Promise<ClaimRow> {
  const { accountId } = requireActor(call);
  return changeApp(apps, clientId, async (change) => {
    const { app, pending } = change;
    if (checkAccess(call, app.developer.id, "review").ownsApp) throw ownApp();
    if ((pending ?? app).state !== "IN_REVIEW") throw wrongState("The app is not in review: start the review.");
    await requireClaim(change, accountId);
    auditChange(change, call, "review.claim");
    return (await change.findClaim())!;
  });
}
