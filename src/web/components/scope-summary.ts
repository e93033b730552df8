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
  return html`<section class="scope-summary"><h2>${heading}</h2>
<ul>${scopeTitles(t, shown, scopes)}${more > 0 && html`<li>${t.scopes.more(more)}</li>`}</ul>
${below}</section>`;
}

/** The number of requested scopes, which unfolds into their titles. */
export function scopeFold(t: Messages, scopes: readonly ConsentScope[]): Html {
  return html`<details class="scope-fold"><summary>${t.scopes.requested(scopes.length)}</summary>
<ul>${scopeTitles(t, scopes.toSorted(byConsent), scopes)}</ul></details>`;
}

/** @param of all scopes of the request, which decide if each one says whether it is required */
function scopeTitles(t: Messages, scopes: readonly ConsentScope[], of: readonly ConsentScope[]): Html[] {
  const isMixed = of.some(({ required }) => required) && !of.every(({ required }) => required);
  return scopes.map(({ title, name, sensitivity, required }) => {
    const need = isMixed && badge("label", required ? t.scopes.required : t.scopes.optional);
    const marks = [need, sensitivityBadge(t, sensitivity)];
    return html`<li>${title || name} ${marks.some(Boolean) && html`<span class="marks"> ${badgeRow(marks)}</span>`}</li>`;
  });
}
