import { type ConsentScope, ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages.en.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** The maximum length of a reason that is shown without a fold. */
const REASON_MAX = 90;

/** The merchants that have granted a scope to this app before, by scope. */
export interface GrantedBefore {
  merchantsOf(scope: string): string[];
}

/** A scope without a checkbox. */
export function scopeItem(t: Messages, scope: ConsentScope, marks: ScopeMarks = NO_MARKS): Html {
  return html`<li class="scope"><div class="scope-text">
<p class="scope-title">${scope.title || scope.name} ${marks.trusted === null && sensitivityBadge(t, scope.sensitivity)}</p>
${details(t, scope, marks)}
</div></li>`;
}

export interface ScopeMarks {
  /** Null if the scopes do not name the merchants that granted them. */
  granted: GrantedBefore | null;
  /** The developer whom the warning of a sensitive scope names; null if a badge marks it instead. */
  trusted: string | null;
}

const NO_MARKS: ScopeMarks = { granted: null, trusted: null };

/** An optional scope with a checkbox. */
export function scopeChoice(t: Messages, scope: ConsentScope, { checked, id, ...marks }: ScopeChoice): Html {
  return html`<li class="scope scope-choice">
<input type="checkbox" id="${id}" name="scope" value="${scope.name}" ${checked && "checked"} ${marks.trusted !== null && isSensitive(scope) && html`aria-describedby="${id}-warning"`}>
<div class="scope-text">
<p class="scope-title"><label for="${id}">${scope.title || scope.name}</label> ${marks.trusted === null && sensitivityBadge(t, scope.sensitivity)}</p>
${details(t, scope, marks, `${id}-warning`)}
</div></li>`;
}

interface ScopeChoice extends ScopeMarks {
  checked: boolean;
  id: string;
}

/** The app's reason and the description of the scope. Long reasons are folded, and descriptions unless the scope is sensitive. */
function details(t: Messages, scope: ConsentScope, { granted, trusted }: ScopeMarks, warningId?: string): Html {
  const description = scope.description && html`<p class="scope-description" dir="auto">${scope.description}</p>`;
  const reason =
    scope.reason && html`<p class="reason" dir="auto"><span>${t.scopes.reason}</span> <q>${scope.reason}</q></p>`;
  const isShort = scope.reason.length <= REASON_MAX;
  const harm = trusted !== null && isSensitive(scope) && warning(t, scope, { trusted, id: warningId });
  const shown = html`${isSensitive(scope) && description}${harm}${isShort && reason}`;
  const rest = html`${!isSensitive(scope) && description}${!isShort && reason}`;
  return html`${grantedLine(t, scope.name, granted)}${shown}
${String(rest) !== "" && folded(t, scope, rest)}`;
}

/** The warning about a sensitive scope, in the row of the scope. */
function warning(
  t: Messages,
  { sensitivity }: ConsentScope,
  { trusted, id }: { trusted: string; id: string | undefined },
): Html {
  const { restricted, sensitive, sensitiveHint } = t.scopes;
  const isRestricted = sensitivity === ScopeSensitivity.RESTRICTED;
  return html`<p class="sensitive-note ${isRestricted && "sensitive-high"}" ${id && html`id="${id}"`}><strong>${isRestricted ? restricted : sensitive}:</strong> ${sensitiveHint(trusted)}</p>`;
}

export function isSensitive({ sensitivity }: Pick<ConsentScope, "sensitivity">): boolean {
  return sensitivity === ScopeSensitivity.SENSITIVE || sensitivity === ScopeSensitivity.RESTRICTED;
}

/** Sorts sensitive scopes first. */
export function bySensitivity(one: ConsentScope, other: ConsentScope): number {
  return other.sensitivity - one.sensitivity;
}

function folded(t: Messages, scope: ConsentScope, content: HtmlValue): Html {
  return html`<details class="scope-more"><summary aria-label="${t.scopes.detailsOf(scope.title || scope.name)}">${t.scopes.details}</summary>
${content}</details>`;
}

export function sensitivityBadge(t: Messages, sensitivity: ScopeSensitivity): Html | null {
  if (sensitivity === ScopeSensitivity.SENSITIVE)
    return html`<span class="badge badge-warn">${t.scopes.sensitive}</span>`;
  if (sensitivity === ScopeSensitivity.RESTRICTED)
    return html`<span class="badge badge-warn badge-strong">${t.scopes.restricted}</span>`;
  return null;
}

/** The maximum number of merchant names in a line. */
const NAMES_MAX = 3;

function grantedLine(t: Messages, scope: string, granted: GrantedBefore | null): Html | null {
  const merchants = granted?.merchantsOf(scope) ?? [];
  if (merchants.length === 0) return null;
  const { grantedFor, grantedForMany } = t.scopes;
  const many = merchants.length > NAMES_MAX;
  return html`<p class="scope-granted">${many ? grantedForMany(merchants.length) : grantedFor(merchants.join(", "))}</p>`;
}
