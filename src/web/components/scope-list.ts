import { type ConsentScope, ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages.en.ts";
import { sensitivityMark } from "./badges.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

/** The merchants that have granted a scope to this app before, by scope. */
export interface GrantedBefore {
  merchantsOf(scope: string): string[];
}

/** A scope without a checkbox. @param granted null if the scopes do not name the merchants that granted them */
export function scopeItem(t: Messages, scope: ConsentScope, granted: GrantedBefore | null = null): Html {
  return html`<li class="scope">${scopeText(t, scope, { title: scope.title || scope.name, granted })}</li>`;
}

interface ScopeChoice {
  /** Null if the scopes do not name the merchants that granted them. */
  granted: GrantedBefore | null;
  checked: boolean;
  id: string;
}

/** An optional scope with a checkbox. */
export function scopeChoice(t: Messages, scope: ConsentScope, { granted, checked, id }: ScopeChoice): Html {
  const title = html`<label for="${id}">${scope.title || scope.name}</label>`;
  const markId = isSensitive(scope) ? `${id}-mark` : null;
  return html`<li class="scope scope-choice">
<input type="checkbox" id="${id}" name="scope" value="${scope.name}" ${checked && "checked"} ${markId && html`aria-describedby="${markId}"`}>
${scopeText(t, scope, { title, granted, markId })}</li>`;
}

interface ScopeText {
  title: HtmlValue;
  granted: GrantedBefore | null;
  /** The id of the mark of a sensitive scope; null if no element names it. */
  markId?: string | null;
}

function scopeText(t: Messages, scope: ConsentScope, { title, granted, markId = null }: ScopeText): Html {
  const mark = sensitivityBadge(t, scope.sensitivity);
  return html`<div class="scope-text">
<p class="scope-title">${title} ${mark && html`<span ${markId && html`id="${markId}"`}> ${mark}</span>`}</p>
${grantedLine(t, scope.name, granted)}
${details(t, scope)}
</div>`;
}

/** The platform's description of the scope and the app's reason, folded, so that each scope has one line. */
function details(t: Messages, { title, name, description, reason }: ConsentScope): Html | null {
  if (description === "" && reason === "") return null;
  return html`<details class="scope-more"><summary aria-label="${t.scopes.detailsOf(title || name)}">${t.scopes.details}</summary>
${description && html`<p class="scope-description" dir="auto">${description}</p>`}
${reason && html`<p class="reason" dir="auto"><span>${t.scopes.reason}</span> <q>${reason}</q></p>`}</details>`;
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

export function sensitivityBadge(t: Messages, sensitivity: ScopeSensitivity): Html | null {
  if (sensitivity === ScopeSensitivity.SENSITIVE) return sensitivityMark(sensitivity, t.scopes.sensitive);
  if (sensitivity === ScopeSensitivity.RESTRICTED) return sensitivityMark(sensitivity, t.scopes.restricted);
  return null;
}

/** The maximum number of merchant names in a line. */
const NAMES_MAX = 3;

/** The merchants that have granted a scope; null if none has, or if the scopes do not name them. */
export function grantedLine(t: Messages, scope: string, granted: GrantedBefore | null): Html | null {
  const merchants = granted?.merchantsOf(scope) ?? [];
  if (merchants.length === 0) return null;
  const { grantedFor, grantedForMany } = t.scopes;
  const many = merchants.length > NAMES_MAX;
  return html`<p class="scope-granted">${many ? grantedForMany(merchants.length) : grantedFor(merchants.join(", "))}</p>`;
}
