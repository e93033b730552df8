import type { AppChange } from "../../store/apps/app-change.ts";
import type { ClaimRow } from "../../store/reviews/claims.ts";
import { checkAccess, ownApp } from "../apps/access.ts";
import { changeApp, wrongState } from "../apps/change-app.ts";
import { toAuditRow } from "../audit/record-audit.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { claimed, requireClaim } from "./claim.ts";
import type { ReviewDependencies } from "./dependencies.ts";

interface ClaimRequest {
  clientId: string;
  /** True to end the claim of another operator. */
  takeOver: boolean;
  /** The account whose claim `takeOver` ends; empty for any. */
  takeOverFrom: string;
}

/**
 * Claims an app in review for the operator of the session, or extends their claim. Locks the app's row, so that only one of two concurrent
 * operators gets the claim.
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE, CLAIMED
 */
export async function claimReview(
  { apps }: Pick<ReviewDependencies, "apps">,
  { clientId, takeOver, takeOverFrom }: ClaimRequest,
  call: Call,
): Promise<ClaimRow> {
  const { accountId } = requireActor(call);
  return changeApp(apps, clientId, async (change) => {
    const { app, pending } = change;
    if (checkAccess(call, app.developer.id, "review").ownsApp) throw ownApp();
    if ((pending ?? app).state !== "IN_REVIEW") throw wrongState("The app is not in review: start the review.");
    const earlier = takeOver ? await endOther(change, accountId, takeOverFrom) : null;
    await requireClaim(change, accountId);
    if (earlier !== null) addTakeOver(change, accountId);
    change.audit(toAuditRow(call, { action: "review.claim", clientId, accountId: earlier }));
    return (await change.findClaim())!;
  });
}

/**
 * Ends the claim of another operator: of `from`, or of any if it is empty. @returns the account that had it; null if there was none
 * @throws RequestError CLAIMED if another operator than `from` has it
 */
async function endOther(change: AppChange, accountId: string, from: string): Promise<string | null> {
  const claim = await change.findClaim();
  if (claim === null || claim.accountId === accountId) return null;
  if (from !== "" && claim.accountId !== from) throw claimed();
  await change.endClaim(claim.accountId);
  return claim.accountId;
}

/** Only operators and service keys read this entry of the history. */
function addTakeOver(change: AppChange, actorId: string): void {
  const { app, pending } = change;
  const revision = pending?.number ?? app.revision;
  const none = { callerName: null, reasonCode: null, reasonText: null, profile: null };
  change.addHistory({ ...none, action: "take_over", revision, fromState: "IN_REVIEW", toState: "IN_REVIEW", actorId });
}
