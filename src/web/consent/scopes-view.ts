import type { ConsentScope, GetResponse } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Messages } from "../messages/en.ts";
import { type Html, html } from "../view/html.ts";
import { type GrantedBefore, scopeChoice, scopeItem } from "../view/scope-list.ts";
import type { ConsentView } from "./view.ts";

/** What is asked for: first what the app cannot do without, then what may be declined, each with what is new at the top. */
export function requestedScopes(t: Messages, { consent, choice, faults }: ConsentView, appName: string): Html {
  const granted = grantedBefore(consent);
  const scopes = consent.scopes.toSorted((a, b) => grantsOf(granted, a) - grantsOf(granted, b));
  const required = scopes.filter((scope) => consent.requiredScopes.includes(scope.name));
  const optional = scopes.filter((scope) => !consent.requiredScopes.includes(scope.name));
  const fault = faults.find(({ field }) => field === "scope-0");
  const boxes = optional.map((scope, index) =>
    scopeChoice(t, scope, { granted, checked: choice.scopes.includes(scope.name), id: `scope-${index}` }),
  );
  return html`<section aria-labelledby="asks">
<h2 id="asks">${headingOf(t, { appName, consent, granted })}</h2>
${required.length > 0 && optional.length > 0 && html`<h3>${t.scopes.alwaysHeading}</h3>`}
${required.length > 0 && html`<ul class="scopes">${required.map((scope) => scopeItem(t, scope, granted))}</ul>`}
${
  optional.length > 0 &&
  html`<fieldset class="optional"><legend><h3>${t.scopes.optionalHeading}</h3></legend>
<p class="muted"><small>${t.scopes.optionalHint}</small></p>
${fault && html`<p class="fault">${fault.text}</p>`}
<ul class="scopes">${boxes}</ul></fieldset>`
}
</section>`;
}

function grantedBefore({ merchants }: GetResponse): GrantedBefore {
  return {
    single: merchants.length === 1,
    merchantsOf: (scope) => merchants.filter((one) => one.grantedScopes.includes(scope)).map(({ name }) => name),
  };
}

function grantsOf(granted: GrantedBefore, { name }: ConsentScope): number {
  return granted.merchantsOf(name).length > 0 ? 1 : 0;
}

interface HeadingFacts {
  appName: string;
  consent: GetResponse;
  granted: GrantedBefore;
}

function headingOf(t: Messages, { appName, consent, granted }: HeadingFacts): string {
  const connected = granted.single && consent.merchants.some((one) => one.grantedScopes.length > 0);
  if (!connected) return t.consent.asks(appName);
  const asksMore = consent.scopes.some((scope) => grantsOf(granted, scope) === 0);
  return asksMore ? t.consent.asksMore(appName) : t.consent.asksAgain(appName);
}
