import type { ConsentScope, GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../../messages.en.ts";
import { type Html, html } from "../html.ts";
import { type GrantedBefore, isSensitive, scopeChoice, scopeItem } from "../scope-list.ts";
import { defaultChoice } from "./default-choice.ts";
import type { ConsentView } from "./facts.ts";

/** The requested scopes: required scopes before optional ones, and new scopes before those already granted. */
export function requestedScopes(t: Messages, view: ConsentView, appName: string): Html {
  const { consent } = view;
  const granted = grantedBefore(consent);
  const isNew = (scope: ConsentScope) => grantsOf(granted, scope) === 0;
  // For one merchant, headings say what is granted. For several, badges do.
  const single = consent.merchants.length === 1;
  const apart = single && consent.scopes.some(isNew) && !consent.scopes.every(isNew);
  const first = apart ? consent.scopes.filter(isNew) : consent.scopes.toSorted(byGrants(granted));
  const known = apart ? consent.scopes.filter((scope) => !isNew(scope)) : [];
  const expired = hasExpired(consent);
  const boxesBefore = first.filter(({ name }) => !consent.requiredScopes.includes(name)).length;
  return html`<section aria-labelledby="asks">
<h2 id="asks">${headingOf(t, { appName, consent, granted })}</h2>
${scopeGroup(t, view, { scopes: first, granted: single ? null : granted, boxesBefore: 0 })}
</section>
${
  known.length > 0 &&
  html`<section aria-labelledby="known"><h2 id="known">${expired ? t.scopes.grantedEarlier : t.scopes.granted}</h2>
${scopeGroup(t, view, { scopes: known, granted: null, boxesBefore })}
</section>`
}`;
}

interface ScopeGroup {
  scopes: readonly ConsentScope[];
  /** Null if no scope has a badge. */
  granted: GrantedBefore | null;
  /** The number of checkboxes before this group, for their ids. */
  boxesBefore: number;
}

function scopeGroup(t: Messages, { consent, choice, errors }: ConsentView, group: ScopeGroup): Html {
  const { scopes, granted, boxesBefore } = group;
  const required = scopes.filter((scope) => consent.requiredScopes.includes(scope.name));
  const optional = scopes.filter((scope) => !consent.requiredScopes.includes(scope.name));
  const error = boxesBefore === 0 && errors.find(({ field }) => field === "scope-0");
  const boxes = optional.map((scope, index) =>
    scopeChoice(t, scope, { granted, checked: choice.scopes.includes(scope.name), id: `scope-${boxesBefore + index}` }),
  );
  const texts = optionalTexts(t, consent, optional);
  // If no scope is optional, the required scopes need no mark.
  const marked = optional.length > 0;
  return html`${required.length > 0 && html`<ul class="scopes">${required.map((scope) => scopeItem(t, scope, { granted, marked }))}</ul>`}
${
  optional.length > 0 &&
  html`<fieldset class="optional"><legend><h3>${texts.heading}</h3>
${boxesBefore === 0 && texts.hint}</legend>
${error && html`<p class="fault">${error.text}</p>`}
<ul class="scopes">${boxes}</ul></fieldset>`
}`;
}

/** Why boxes are ticked: the request is the default, except what the merchant declined before. */
function optionalTexts({ scopes }: Messages, consent: GetInteractionResponse, optional: readonly ConsentScope[]) {
  const ticked = defaultChoice(consent).scopes;
  const { length } = optional;
  if (!optional.every(({ name }) => ticked.includes(name)))
    return { heading: scopes.declinedHeading, hint: scopes.declined };
  const hint = optional.some(isSensitive) ? scopes.tickedSensitive(length) : scopes.ticked(length);
  return { heading: scopes.optionalHeading(length), hint };
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

interface HeadingFacts {
  appName: string;
  consent: GetInteractionResponse;
  granted: GrantedBefore;
}

function headingOf(t: Messages, { appName, consent, granted }: HeadingFacts): string {
  const connected = consent.merchants.length === 1 && consent.merchants.some((one) => one.grantedScopes.length > 0);
  if (!connected || hasExpired(consent)) return t.consent.scopesLead(appName);
  const asksMore = consent.scopes.some((scope) => grantsOf(granted, scope) === 0);
  return asksMore ? t.consent.scopesLeadMore(appName) : t.consent.scopesLeadAgain(appName);
}
