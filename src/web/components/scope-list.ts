import { type ConsentScope, ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages.en.ts";
import { badge, badgeRow } from "./badges.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** The merchants that have granted a scope to this app before, by scope. */
export interface GrantedBefore {
  /** True if the page shows one merchant, so that badges need no names. */
  single: boolean;
  merchantsOf(scope: string): string[];
}

/** A required scope. */
export function scopeItem(t: Messages, scope: ConsentScope, granted: GrantedBefore | null): Html {
  return html`<li class="scope"><div class="scope-text">
<p class="scope-title">${scope.title || scope.name} ${badges(t, scope, granted)}</p>
${details(t, scope)}
</div></li>`;
}

/** An optional scope with a checkbox. */
export function scopeChoice(t: Messages, scope: ConsentScope, { granted, checked, id }: ScopeChoice): Html {
  return html`<li class="scope scope-choice">
<input type="checkbox" id="${id}" name="scope" value="${scope.name}" ${checked && "checked"}>
<div class="scope-text">
<p class="scope-title"><label for="${id}">${scope.title || scope.name}</label> ${badges(t, scope, granted)}</p>
${details(t, scope)}
</div></li>`;
}

interface ScopeChoice {
  granted: GrantedBefore | null;
  checked: boolean;
  id: string;
}

/** The description of the scope and the app's reason, folded. The description of sensitive data is always shown. */
function details(t: Messages, scope: ConsentScope): Html | null {
  if (scope.description === "" && scope.reason === "") return null;
  const description = scope.description && html`<p class="scope-description" dir="auto">${scope.description}</p>`;
  if (!isSensitive(scope)) return folded(t, scope, description);
  return html`${description}${scope.reason !== "" && folded(t, scope, null)}`;
}

function isSensitive({ sensitivity }: ConsentScope): boolean {
  return sensitivity === ScopeSensitivity.SENSITIVE || sensitivity === ScopeSensitivity.RESTRICTED;
}

function folded(t: Messages, scope: ConsentScope, description: HtmlValue): Html {
  return html`<details class="scope-more"><summary aria-label="${t.scopes.detailsOf(scope.title || scope.name)}">${t.scopes.details}</summary>
${description}
${scope.reason && html`<p class="reason" dir="auto"><span>${t.scopes.reason}</span> <q>${scope.reason}</q></p>`}</details>`;
}

function badges(t: Messages, scope: ConsentScope, granted: GrantedBefore | null): Html {
  return badgeRow([sensitivityBadge(t, scope.sensitivity), grantedBadge(t, scope.name, granted)]);
}

function sensitivityBadge(t: Messages, sensitivity: ScopeSensitivity): Html | null {
  if (sensitivity === ScopeSensitivity.SENSITIVE)
    return html`<span class="badge badge-warn">${t.scopes.sensitive}</span>`;
  if (sensitivity === ScopeSensitivity.RESTRICTED)
    return html`<span class="badge badge-warn badge-strong">${t.scopes.restricted}</span>`;
  return null;
}

/** The maximum number of merchant names in a badge. */
const NAMES_MAX = 3;

function grantedBadge(t: Messages, scope: string, granted: GrantedBefore | null): Html | null {
  const merchants = granted?.merchantsOf(scope) ?? [];
  if (granted === null || merchants.length === 0) return null;
  if (granted.single) return badge("label", t.scopes.granted);
  const { grantedFor, grantedForMany } = t.scopes;
  const many = merchants.length > NAMES_MAX;
  return badge("label", many ? grantedForMany(merchants.length) : grantedFor(merchants.join(", ")));
}
