import type { Html } from "../../components/html.ts";
import type { Fields } from "../../http/fields.ts";
import { MESSAGES } from "../../http/language.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { type AppFacts, developerLanguageOf, restrictedScopes, subjectOf } from "../apps/facts.ts";
import { hasClaim } from "./claim-view.ts";
import { insertButton, withInserted } from "./decision-form.ts";

/**
 * A button that adds the refusal of a restricted scope to the explanation of the decision form; null for other scopes, and unless the
 * operator has claimed the review.
 */
export function insertRefusalButton(context: PageContext, facts: AppFacts, scope: string): Html | null {
  if (!isRestricted(facts, scope) || !hasClaim(context, facts)) return null;
  const label = context.t.console.review.refuseInExplanation;
  return insertButton(facts, { part: "refusal", value: scope, describedBy: refusalId(scope), label });
}

/** The id of the scope that a refusal is about. */
export function refusalId(scope: string): string {
  return `scope-${scope}`;
}

/** The form of a decision with the refusal of a restricted scope below the typed text, in the developer's language. */
export function insertRefusal(_: PageContext, facts: AppFacts, fields: Fields): RejectedForm {
  const scope = fields.one("refusal") ?? "";
  if (!isRestricted(facts, scope)) return withInserted(fields, { text: null, reasonCode: null });
  const texts = MESSAGES[developerLanguageOf(facts)].console.review.toDeveloper;
  return withInserted(fields, { text: texts.scopeRefused(scope), reasonCode: "SCOPES" });
}

function isRestricted({ app, catalogue }: AppFacts, scope: string): boolean {
  return restrictedScopes(subjectOf(app), catalogue).some(({ name }) => name === scope);
}
