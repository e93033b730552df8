import { ReviewCheckKind, ReviewCheckResult } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import type { Html } from "../../components/html.ts";
import type { Fields } from "../../http/fields.ts";
import { MESSAGES } from "../../http/language.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { type AppFacts, developerLanguageOf, subjectOf } from "../apps/facts.ts";
import { hasClaim } from "./claim-view.ts";
import { insertButton, withInserted } from "./decision-form.ts";

/** The comparison of names, which is no check of the service. */
export const SIMILAR_NAMES = "names";

/** The findings that a developer can solve, with the reason code that fits each; null for a code that the reviewer chooses. */
const SOLVABLE = {
  [ReviewCheckKind.HOST_FOUND]: { text: "hostFound", reasonCode: "REDIRECT_URI" },
  [ReviewCheckKind.HOST_PUBLIC]: { text: "hostPublic", reasonCode: "REDIRECT_URI" },
  [ReviewCheckKind.SCOPE_REASON]: { text: "scopeReason", reasonCode: "SCOPE_REASONS" },
  [ReviewCheckKind.TEST_INSTALL]: { text: "testInstall", reasonCode: null },
  [ReviewCheckKind.PLATFORM_NAME]: { text: "platformName", reasonCode: null },
  [ReviewCheckKind.INSTALL_LINK]: { text: "installLink", reasonCode: null },
  [SIMILAR_NAMES]: { text: "similarNames", reasonCode: "LOGO" },
} as const;

/** A finding with its solution and with the hosts, scopes or names that it is about; null if there is nothing to solve. */
function findingOf({ app, review, similarNames }: AppFacts, value: string) {
  if (!Object.hasOwn(SOLVABLE, value)) return null;
  const solution = SOLVABLE[value as unknown as keyof typeof SOLVABLE];
  if (value === SIMILAR_NAMES) {
    // The names of the others are not for the developer. A core of the previous release does not compare the names.
    const own = similarNames.map(({ similarTo }) => similarTo || (subjectOf(app).profile?.name ?? ""));
    return own.length === 0 ? null : { ...solution, subjects: [...new Set(own)] };
  }
  const check = review.checks.find(({ kind }) => String(kind) === value);
  return check?.result === ReviewCheckResult.ATTENTION ? { ...solution, subjects: check.subjects } : null;
}

/** The id of the text of a finding. */
export function findingId(value: string): string {
  return `check-${value}`;
}

/** A button that adds a check's finding to the explanation of the decision form; null unless the operator has claimed the review. */
export function insertCheckButton(context: PageContext, facts: AppFacts, value: string): Html | null {
  if (!hasClaim(context, facts) || findingOf(facts, value) === null) return null;
  const label = context.t.console.review.addToExplanation;
  return insertButton(facts, { value, describedBy: findingId(value), label });
}

/** The form of a decision with the finding of a check below the typed text, in the developer's language. A chosen reason code stays. */
export function insertCheck({ platformName }: PageContext, facts: AppFacts, fields: Fields): RejectedForm {
  const finding = findingOf(facts, fields.one("check") ?? "");
  if (finding === null) return withInserted(fields, { text: null, reasonCode: null });
  const texts = MESSAGES[developerLanguageOf(facts)].console.review.toDeveloper;
  const text = texts[finding.text](finding.subjects.join(", "), platformName);
  return withInserted(fields, { text, reasonCode: finding.reasonCode });
}
