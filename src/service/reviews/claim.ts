import type { AppAction } from "../../oauth/app-state.ts";
import { LIFETIMES } from "../../oauth/lifetimes.ts";
import type { AppChange } from "../../store/apps/app-change.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";

export const DECISIONS: readonly AppAction[] = ["approve", "request_changes", "reject"];
const ENDS: readonly string[] = [...DECISIONS, "withdraw", "archive", "discard_revision"];

/**
 * Claims a review that starts, and refuses a decision while another operator has a claim. The caller has locked the app's row.
 * @throws RequestError CLAIMED
 */
export async function enforceClaim(change: AppChange, call: Call, action: AppAction): Promise<void> {
  const accountId = call.actor?.accountId ?? null;
  if (action === "start_review" && accountId !== null) await requireClaim(change, accountId);
  if (!DECISIONS.includes(action)) return;
  const claim = await change.findClaim();
  if (claim !== null && claim.accountId !== accountId) throw claimed();
}

/** Claims the app for an account, or extends its claim. @throws RequestError CLAIMED */
export async function requireClaim(change: AppChange, accountId: string): Promise<void> {
  if (!(await change.takeClaim({ accountId, seconds: LIFETIMES.claim }))) throw claimed();
}

/** Ends the claim after an action that ends the review. */
export async function endReview(change: AppChange, action: AppAction | "discard_revision"): Promise<void> {
  if (ENDS.includes(action)) await change.endClaim(null);
}

/** Another operator has the claim. */
export function claimed(): RequestError {
  const message = "Another operator has claimed this review. Choose another app, or wait until the claim ends.";
  return new RequestError("failed_precondition", "CLAIMED", message);
}
