import { type ClaimRow, findClaim } from "../../store/reviews/claims.ts";
import {
  countTestInstalls,
  type DecisionRow,
  findLastDecision,
  findLastWithdrawal,
} from "../../store/reviews/review-facts.ts";
import { checkAccess } from "../apps/access.ts";
import { findApp } from "../apps/change-app.ts";
import { profileOf } from "../apps/profile.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type Check, checkReview } from "./checks.ts";
import { OPERATORS_ONLY, type ReviewDependencies } from "./dependencies.ts";

/** The facts for a review besides the app and its history. */
export interface Review {
  claim: ClaimRow | null;
  lastDecision: DecisionRow | null;
  /** The last withdrawal from a review; null if a decision is later. */
  withdrawal: DecisionRow | null;
  /** The results of the checks; empty unless a review is open. */
  checks: Check[];
  /** The language in which the developer uses the pages; null if unknown. */
  developerLanguage: string | null;
  /** True if the caller belongs to the app's team and so may not review the app. */
  ownsApp: boolean;
}

/** @throws RequestError NOT_FOUND, OPERATOR_ONLY */
export async function getReview(
  deps: ReviewDependencies,
  { clientId }: { clientId: string },
  call: Call,
): Promise<Review> {
  requireOperator(call, OPERATORS_ONLY);
  const { app, pending } = await findApp(deps.apps, clientId);
  const { developer } = app;
  const subject = pending ?? app;
  const [claim, lastDecision, withdrawn, testInstalls] = await deps.management.read((_, query) =>
    Promise.all([
      findClaim(query, app.id),
      findLastDecision(query, app.id),
      findLastWithdrawal(query, app.id),
      countTestInstalls(query, developer.id, app.id),
    ]),
  );
  const isOpen = subject.state === "SUBMITTED" || subject.state === "IN_REVIEW";
  const mayStart = app.confidential && !app.pkceRequired;
  const facts = { profile: profileOf(subject), developerName: developer.name, testInstalls, mayStart };
  const checks = isOpen ? await checkReview({ ...facts, platformName: await deps.platformName() }, deps.hosts) : [];
  const { ownsApp } = checkAccess(call, developer.id, "review");
  const withdrawal = withdrawn !== null && withdrawn.at > (lastDecision?.at ?? 0) ? withdrawn : null;
  return { claim, lastDecision, withdrawal, checks, developerLanguage: developer.language ?? null, ownsApp };
}
