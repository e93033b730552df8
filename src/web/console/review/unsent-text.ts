import { copyText } from "../../components/copy.ts";
import { type Html, html } from "../../components/html.ts";
import { multilineText } from "../../http/fields.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import type { AppFacts } from "../apps/facts.ts";
import { canDecide } from "./claim-view.ts";

/**
 * The explanation that the developer does not get, because the decision was refused or was an approval; null if there is none, or if the
 * form still has it.
 */
export function unsentText(context: PageContext, facts: AppFacts, rejected: RejectedForm | null): Html | null {
  const refused = rejected !== null && !canDecide(context, facts) ? multilineText(rejected.fields, "reason_text") : "";
  const value = refused || (context.flash?.unsent ?? "");
  if (value === "") return null;
  return unsentNotice(context, { value, hint: context.t.console.review.unsentHint });
}

/** A typed text that was not used, to copy. */
export function unsentNotice({ t }: Pick<PageContext, "t">, { value, hint }: { value: string; hint: string }): Html {
  return html`<div class="notice"><p>${hint}</p>
${copyText(t, { id: "unsent-text", label: t.console.review.unsent, value })}</div>`;
}
