import { type ReviewCheck, ReviewCheckKind, ReviewCheckResult } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import type { Html } from "../../components/html.ts";
import type { Fields } from "../../http/fields.ts";
import { MESSAGES } from "../../http/language.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import type { AppFacts } from "../apps/facts.ts";
import { hasClaim } from "./claim-view.ts";
import { insertButton, withInserted } from "./decision-form.ts";

/** The findings that a developer can solve, with the reason code that fits each; null for a code that the reviewer chooses. */
const SOLVABLE = {
  [ReviewCheckKind.HOST_FOUND]: { text: "hostFound", reasonCode: "REDIRECT_URI" },
  [ReviewCheckKind.HOST_PUBLIC]: { text: "hostPublic", reasonCode: "REDIRECT_URI" },
  [ReviewCheckKind.SCOPE_REASON]: { text: "scopeReason", reasonCode: "SCOPE_REASONS" },
  [ReviewCheckKind.TEST_INSTALL]: { text: "testInstall", reasonCode: null },
  [ReviewCheckKind.PLATFORM_NAME]: { text: "platformName", reasonCode: null },
  [ReviewCheckKind.INSTALL_LINK]: { text: "installLink", reasonCode: null },
} as const;

function solutionOf({ kind, result }: ReviewCheck) {
  if (result !== ReviewCheckResult.ATTENTION || !Object.hasOwn(SOLVABLE, kind)) return null;
  return SOLVABLE[kind as keyof typeof SOLVABLE];
}

/** A button that adds a check's finding to the explanation of the decision form; null unless the operator has claimed the review. */
export function insertCheckButton(context: PageContext, facts: AppFacts, check: ReviewCheck): Html | null {
  if (!hasClaim(context, facts) || solutionOf(check) === null) return null;
  const label = context.t.console.review.addToExplanation;
  return insertButton(facts, { part: "check", value: check.kind, describedBy: `check-${check.kind}`, label });
}

/** The form of a decision with the finding of a check below the typed text, in the developer's language. A chosen reason code stays. */
export function insertCheck({ platformName }: PageContext, { review }: AppFacts, fields: Fields): RejectedForm {
  const check = review.checks.find(({ kind }) => String(kind) === fields.one("check"));
  const solution = check === undefined ? null : solutionOf(check);
  if (check === undefined || solution === null) return withInserted(fields, { text: null, reasonCode: null });
  const texts = MESSAGES[review.developerLanguage === "de" ? "de" : "en"].console.review.toDeveloper;
  const text = texts[solution.text](check.subjects.join(", "), platformName);
  return withInserted(fields, { text, reasonCode: solution.reasonCode });
}
