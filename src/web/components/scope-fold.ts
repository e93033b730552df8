import type { ConsentScope } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages.en.ts";
import { badge, badgeRow } from "./badges.ts";
import { type Html, html } from "./html.ts";
import { byConsent, isSensitive, sensitivityBadge } from "./scope-list.ts";

/** The number of requested scopes, which unfolds into their titles in the order of the consent page. */
export function scopeFold(t: Messages, scopes: readonly ConsentScope[]): Html {
  return html`<details class="scope-fold">${summaryOf(t, scopes)}
<ul>${scopes.toSorted(byConsent).map((scope) => titleOf(t, scope, scopes))}</ul></details>`;
}

function summaryOf(t: Messages, scopes: readonly ConsentScope[]): Html {
  const sensitive = scopes.filter(isSensitive).length;
  const mark = sensitive > 0 && html` ${badge("warn", t.scopes.sensitiveCount(sensitive))}`;
  return html`<summary>${t.scopes.requested(scopes.length)}${mark}</summary>`;
}

/** @param of all scopes of the request, which decide if each one says whether it is required */
function titleOf(t: Messages, { title, name, sensitivity, required }: ConsentScope, of: readonly ConsentScope[]): Html {
  const isMixed = of.some((one) => one.required) && !of.every((one) => one.required);
  const need = isMixed && badge("label", required ? t.scopes.required : t.scopes.optional);
  const marks = [need, sensitivityBadge(t, sensitivity)];
  return html`<li>${title || name} ${marks.some(Boolean) && html`<span class="marks"> ${badgeRow(marks)}</span>`}</li>`;
}
