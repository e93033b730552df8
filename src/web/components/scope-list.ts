import { type ConsentScope, ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages.en.ts";
import { badge, badgeRow } from "./badges.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** The maximum length of a reason that is shown without a fold. */
const REASON_MAX = 90;

/** The merchants that have granted a scope to this app before, by scope. */
export interface GrantedBefore {
  merchantsOf(scope: string): string[];
}

/** A scope without a checkbox. */
export function scopeItem(t: Messages, scope: ConsentScope, { granted, marked }: ScopeMarks = NO_MARKS): Html {
  return html`<li class="scope"><div class="scope-text">
<p class="scope-title">${scope.title || scope.name} ${badgeRow([marked && badge("label", t.scopes.required), ...badgesOf(t, scope, granted)])}</p>
${details(t, scope)}
</div></li>`;
}

interface ScopeMarks {
  /** Null if no scope has a badge. */
  granted: GrantedBefore | null;
  /** True marks the scope as required. */
  marked: boolean;
}

const NO_MARKS: ScopeMarks = { granted: null, marked: false };

/** An optional scope with a checkbox. */
export function scopeChoice(t: Messages, scope: ConsentScope, { granted, checked, id }: ScopeChoice): Html {
  return html`<li class="scope scope-choice">
<input type="checkbox" id="${id}" name="scope" value="${scope.name}" ${checked && "checked"}>
<div class="scope-text">
<p class="scope-title"><label for="${id}">${scope.title || scope.name}</label> ${badgeRow(badgesOf(t, scope, granted))}</p>
${details(t, scope)}
</div></li>`;
}

interface ScopeChoice {
  granted: GrantedBefore | null;
  checked: boolean;
  id: string;
}

/** The app's reason and the description of the scope. Long reasons are folded, and descriptions unless the scope is sensitive. */
function details(t: Messages, scope: ConsentScope): Html {
  const description = scope.description && html`<p class="scope-description" dir="auto">${scope.description}</p>`;
  const reason =
    scope.reason && html`<p class="reason" dir="auto"><span>${t.scopes.reason}</span> <q>${scope.reason}</q></p>`;
  const isShort = scope.reason.length <= REASON_MAX;
  const shown = html`${isSensitive(scope) && description}${isShort && reason}`;
  const rest = html`${!isSensitive(scope) && description}${!isShort && reason}`;
  return html`${shown}${String(rest) !== "" && folded(t, scope, rest)}`;
}

export function isSensitive({ sensitivity }: Pick<ConsentScope, "sensitivity">): boolean {
  return sensitivity === ScopeSensitivity.SENSITIVE || sensitivity === ScopeSensitivity.RESTRICTED;
}

function folded(t: Messages, scope: ConsentScope, content: HtmlValue): Html {
  return html`<details class="scope-more"><summary aria-label="${t.scopes.detailsOf(scope.title || scope.name)}">${t.scopes.details}</summary>
${content}</details>`;
}

function badgesOf(t: Messages, scope: ConsentScope, granted: GrantedBefore | null): (Html | null)[] {
  return [sensitivityBadge(t, scope.sensitivity), grantedBadge(t, scope.name, granted)];
}

export function sensitivityBadge(t: Messages, sensitivity: ScopeSensitivity): Html | null {
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
  const { grantedFor, grantedForMany } = t.scopes;
  const many = merchants.length > NAMES_MAX;
  return badge("label", many ? grantedForMany(merchants.length) : grantedFor(merchants.join(", ")));
}
