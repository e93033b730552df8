import type { ConsentScope } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages.en.ts";
import { badge, badgeRow } from "./badges.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { byConsent, bySensitivity, sensitivityBadge } from "./scope-list.ts";

/** The maximum number of scopes in a summary. */
const SHOWN_MAX = 5;

interface ScopeSummary {
  heading: string;
  /** Below the list. */
  below?: HtmlValue;
  scopes: readonly ConsentScope[];
}

/** The titles of scopes in short, in the order of the consent page. A long list leaves out the least sensitive ones. */
export function scopeSummary(t: Messages, { heading, below, scopes }: ScopeSummary): Html {
  const shown = scopes.toSorted(bySensitivity).slice(0, SHOWN_MAX).toSorted(byConsent);
  const more = scopes.length - shown.length;
  const isMixed = scopes.some(({ required }) => required) && !scopes.every(({ required }) => required);
  const items = shown.map(({ title, name, sensitivity, required }) => {
    const need = isMixed && badge("label", required ? t.scopes.required : t.scopes.optional);
    const marks = [need, sensitivityBadge(t, sensitivity)];
    return html`<li>${title || name} ${marks.some(Boolean) && html`<span class="marks"> ${badgeRow(marks)}</span>`}</li>`;
  });
  return html`<section class="scope-summary"><h2>${heading}</h2>
<ul>${items}${more > 0 && html`<li>${t.scopes.more(more)}</li>`}</ul>
${below}</section>`;
}
