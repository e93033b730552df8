import type { ConsentScope, GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../../messages.en.ts";
import { badge } from "../badges.ts";
import { type Html, html } from "../html.ts";
import { icon } from "../icon.ts";
import { bySensitivity, type GrantedBefore, grantedLine, isSensitive, scopeChoice, scopeItem } from "../scope-list.ts";
import { defaultChoice } from "./default-choice.ts";
import type { ConsentView } from "./facts.ts";

/** The requested scopes: new scopes before those already granted, required before optional ones, and sensitive ones first. */
export function requestedScopes(t: Messages, view: ConsentView, appName: string): Html {
  const { consent } = view;
  const granted = grantedBefore(consent);
  const isNew = (scope: ConsentScope) => grantsOf(granted, scope) === 0;
  // For one merchant, headings say what is granted. For several, each granted scope names its merchants, or one line for all scopes.
  const single = consent.merchants.length === 1;
  const forAll = single ? null : grantedForAll(t, granted, consent.scopes);
  const apart = single && consent.scopes.some(isNew) && !consent.scopes.every(isNew);
  const first = apart ? consent.scopes.filter(isNew) : consent.scopes.toSorted(byGrants(granted));
  const known = apart ? consent.scopes.filter((scope) => !isNew(scope)) : [];
  const expired = hasExpired(consent);
  const boxesBefore = first.filter(({ name }) => !consent.requiredScopes.includes(name)).length;
  const { reason, heading } = leadOf(t, { appName, consent });
  return html`<section aria-labelledby="asks">${reason && html`<p class="scopes-reason">${reason}</p>`}
<h2 id="asks">${heading}</h2>
${forAll}
${scopeGroup(t, view, { scopes: first, granted: single || forAll !== null ? null : granted, boxesBefore: 0 })}
</section>
${
  known.length > 0 &&
  html`<section aria-labelledby="known"><h2 id="known">${expired ? t.scopes.grantedEarlier : t.scopes.granted}</h2>
${scopeGroup(t, view, { scopes: known, granted: null, boxesBefore })}
</section>`
}`;
}

/** The length of a name that fits on one line of a phone. */
const SHORT_NAME = 30;

/** When to allow sensitive scopes; null if there is none. */
export function sensitiveNote({ scopes: texts }: Messages, { app, scopes }: GetInteractionResponse): Html | null {
  if (!scopes.some(isSensitive)) return null;
  const developer = app?.developerName || (app?.name ?? "");
  const trusted = developer.length > SHORT_NAME ? texts.theDeveloper : developer;
  return html`<li class="sensitive-note">${icon("warning")}<span>${texts.trustNeeded(trusted)}</span></li>`;
}

/** The number of scopes, and of sensitive ones, which may be outside of the window; null for a preview without scopes. */
export function scopesCount({ scopes: texts }: Messages, { scopes }: GetInteractionResponse): Html | null {
  const count = scopes.filter(({ name }) => name !== "").length;
  if (count === 0) return null;
  const sensitive = scopes.filter(isSensitive).length;
  const mark = sensitive > 0 && badge("warn", texts.sensitiveOf(sensitive));
  return html`<p class="scopes-count"><span>${texts.count(count)}</span> ${mark}</p>`;
}

interface ScopeGroup {
  scopes: readonly ConsentScope[];
  /** Null if the scopes do not name the merchants that granted them. */
  granted: GrantedBefore | null;
  /** The number of checkboxes before this group, for their ids. */
  boxesBefore: number;
}

function scopeGroup(t: Messages, { consent, choice, errors }: ConsentView, group: ScopeGroup): Html {
  const { scopes, granted, boxesBefore } = group;
  const required = scopes.filter((scope) => consent.requiredScopes.includes(scope.name)).toSorted(bySensitivity);
  const optional = scopes.filter((scope) => !consent.requiredScopes.includes(scope.name));
  const error = boxesBefore === 0 && errors.find(({ field }) => field === "scope-0");
  const boxes = optional.toSorted(bySensitivity).map((scope, index) =>
    scopeChoice(t, scope, {
      granted,
      checked: choice.scopes.includes(scope.name),
      id: `scope-${boxesBefore + index}`,
    }),
  );
  return html`${required.length > 0 && optional.length > 0 && html`<p class="scopes-group"><strong>${t.scopes.required}</strong> ${t.scopes.requiredHint(required.length)}</p>`}
${required.length > 0 && html`<ul class="scopes">${required.map((scope) => scopeItem(t, scope, granted))}</ul>`}
${
  optional.length > 0 &&
  html`<fieldset class="optional"><legend class="scopes-group"><strong>${t.scopes.optional}</strong>
${optionalHint(t, consent, optional)}</legend>
${error && html`<p class="fault">${error.text}</p>`}
<ul class="scopes">${boxes}</ul></fieldset>`
}`;
}

/** The hint for the boxes: a cleared box removes a scope that the only merchant has granted. */
function optionalHint(t: Messages, consent: GetInteractionResponse, optional: readonly ConsentScope[]): string {
  if (hasDeclined(consent, optional)) return t.scopes.declined;
  const isKnown = consent.merchants.length === 1 && !hasExpired(consent);
  const granted = grantedBefore(consent);
  if (isKnown && optional.every((scope) => grantsOf(granted, scope) > 0)) return t.scopes.untick;
  return t.scopes.optionalHint(optional.length);
}

/** True if a merchant declined one of the scopes before, so that its box is not ticked. */
function hasDeclined(consent: GetInteractionResponse, optional: readonly ConsentScope[]): boolean {
  const ticked = defaultChoice(consent).scopes;
  return !optional.every(({ name }) => ticked.includes(name));
}

function byGrants(granted: GrantedBefore) {
  return (a: ConsentScope, b: ConsentScope) => grantsOf(granted, a) - grantsOf(granted, b);
}

function grantedBefore({ merchants }: GetInteractionResponse): GrantedBefore {
  return {
    merchantsOf: (scope) => merchants.filter((one) => one.grantedScopes.includes(scope)).map(({ name }) => name),
  };
}

function grantsOf(granted: GrantedBefore, { name }: ConsentScope): number {
  return granted.merchantsOf(name).length > 0 ? 1 : 0;
}

/** True if the page has only one merchant, and the app's connection to this merchant has expired. */
function hasExpired({ merchants }: GetInteractionResponse): boolean {
  return merchants.length === 1 && merchants.every(({ connectionExpired }) => connectionExpired);
}

/** The merchants that have granted all scopes; null unless these merchants are the same for each scope. */
function grantedForAll(t: Messages, granted: GrantedBefore, [first, ...others]: readonly ConsentScope[]): Html | null {
  if (first === undefined || others.length === 0) return null;
  const merchantsOf = ({ name }: ConsentScope) => granted.merchantsOf(name).join("\n");
  return others.every((scope) => merchantsOf(scope) === merchantsOf(first))
    ? grantedLine(t, first.name, granted)
    : null;
}

interface Lead {
  /** Why an app asks that is connected to the only merchant, and the effect of the answers; null for other apps. */
  reason: string | null;
  heading: string;
}

function leadOf(
  { consent: texts, scopes }: Messages,
  { appName, consent }: { appName: string; consent: GetInteractionResponse },
): Lead {
  const heading = appName.length > SHORT_NAME ? texts.scopesLeadLong : texts.scopesLead(appName);
  if (!asksOnlyMerchant(consent)) return { reason: null, heading };
  const effect = answerEffect(texts, consent);
  return asksMore(consent)
    ? { reason: `${texts.asksMore(appName)} ${effect}`, heading: texts.scopesLeadMore }
    : { reason: `${texts.asksAgain(appName)} ${effect}`, heading: scopes.granted };
}

/** True if no merchant of the page has granted one of the scopes. */
export function asksMore(consent: GetInteractionResponse): boolean {
  const granted = grantedBefore(consent);
  return consent.scopes.some((scope) => grantsOf(granted, scope) === 0);
}

/** True if the app is connected to the only merchant of the page, so that the reason above the scopes states the effect of the answers. */
export function asksOnlyMerchant(consent: GetInteractionResponse): boolean {
  return consent.merchants.length === 1 && isConnected(consent);
}

/** The effect of the answers. A denial ends no access of an app that is already connected. */
export function answerEffect(texts: Messages["consent"], consent: GetInteractionResponse): string {
  if (!isConnected(consent)) return texts.refuses;
  const { merchants, scopes } = consent;
  const allKnown = scopes.every(({ name }) => merchants.every(({ grantedScopes }) => grantedScopes.includes(name)));
  return allKnown ? texts.keepsTicked : texts.grantsTicked;
}

/** True if the app is already connected to a shop of the page. */
export function isConnected({ merchants }: GetInteractionResponse): boolean {
  return merchants.some(({ grantedScopes, connectionExpired }) => grantedScopes.length > 0 && !connectionExpired);
}
