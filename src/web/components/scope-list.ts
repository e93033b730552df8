import { type ConsentScope, ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages.en.ts";
import { sensitivityMark } from "./badges.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** The maximum length of a reason that the style sheet unfolds where there is room. */
const REASON_MAX = 160;

/** The merchants that have granted a scope to this app before, by scope. */
export interface GrantedBefore {
  merchantsOf(scope: string): string[];
}

/** A scope without a checkbox. */
export function scopeItem(t: Messages, scope: ConsentScope, marks: ScopeMarks = NO_MARKS): Html {
  const { trusted } = marks;
  const note = trusted !== null && sensitiveNote(t, scope, { advice: t.scopes.trustNeeded(trusted) });
  return html`<li class="scope"><div class="scope-text">
<p class="scope-title">${scope.title || scope.name} ${trusted === null && sensitivityBadge(t, scope.sensitivity)}</p>
${details(t, scope, marks, note)}
</div></li>`;
}

export interface ScopeMarks {
  /** Null if the scopes do not name the merchants that granted them. */
  granted: GrantedBefore | null;
  /** The developer whom the note of a sensitive scope names. Null: a badge marks the scope, and reasons are not folded. */
  trusted: string | null;
}

const NO_MARKS: ScopeMarks = { granted: null, trusted: null };

interface ScopeChoice extends ScopeMarks {
  checked: boolean;
  id: string;
}

/** An optional scope with a checkbox. */
export function scopeChoice(t: Messages, scope: ConsentScope, { checked, id, ...marks }: ScopeChoice): Html {
  const { trusted } = marks;
  const { trustTicked, trustUnticked } = t.scopes;
  const advice = trusted !== null && (checked ? trustTicked(trusted) : trustUnticked(trusted));
  const note = advice !== false && sensitiveNote(t, scope, { advice, id: `${id}-note` });
  return html`<li class="scope scope-choice">
<input type="checkbox" id="${id}" name="scope" value="${scope.name}" ${checked && "checked"} ${note && html`aria-describedby="${id}-note"`}>
<div class="scope-text">
<p class="scope-title"><label for="${id}">${scope.title || scope.name}</label> ${trusted === null && sensitivityBadge(t, scope.sensitivity)}</p>
${details(t, scope, marks, note)}
</div></li>`;
}

/** That a scope is sensitive, and when to allow it; null for other scopes. */
function sensitiveNote(
  t: Messages,
  { sensitivity }: ConsentScope,
  { advice, id }: { advice: string; id?: string },
): Html | null {
  const mark = sensitivityBadge(t, sensitivity);
  return mark && html`<p class="sensitive-note" ${id && html`id="${id}"`}> ${mark} ${advice}</p>`;
}

/** The platform's description of the scope, the note, and the app's reason, which is folded where rows stand close together. */
function details(t: Messages, scope: ConsentScope, { granted, trusted }: ScopeMarks, note: Html | null | false): Html {
  const description = scope.description && html`<p class="scope-description" dir="auto">${scope.description}</p>`;
  const reason =
    scope.reason && html`<p class="reason" dir="auto"><span>${t.scopes.reason}</span> <q>${scope.reason}</q></p>`;
  return html`${grantedLine(t, scope.name, granted)}${description}${note}
${reason && (trusted === null ? reason : folded(t, scope, reason))}`;
}

export function isSensitive({ sensitivity }: Pick<ConsentScope, "sensitivity">): boolean {
  return sensitivity === ScopeSensitivity.SENSITIVE || sensitivity === ScopeSensitivity.RESTRICTED;
}

/** Sorts sensitive scopes first. */
export function bySensitivity(one: ConsentScope, other: ConsentScope): number {
  return other.sensitivity - one.sensitivity;
}

/** Sorts as on the consent page: required scopes before optional ones, and sensitive ones first among each. */
export function byConsent(one: ConsentScope, other: ConsentScope): number {
  return Number(other.required) - Number(one.required) || bySensitivity(one, other);
}

function folded(t: Messages, scope: ConsentScope, content: HtmlValue): Html {
  const isShort = scope.reason.length <= REASON_MAX;
  return html`<details class="scope-more ${isShort && "unfolds"}"><summary aria-label="${t.scopes.whyOf(scope.title || scope.name)}">${t.scopes.why}</summary>
${content}</details>`;
}

export function sensitivityBadge(t: Messages, sensitivity: ScopeSensitivity): Html | null {
  if (sensitivity === ScopeSensitivity.SENSITIVE) return sensitivityMark(sensitivity, t.scopes.sensitive);
  if (sensitivity === ScopeSensitivity.RESTRICTED) return sensitivityMark(sensitivity, t.scopes.restricted);
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
