import { create } from "@bufbuild/protobuf";
import { ConsentAppSchema, type GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Frame } from "../../layout/frame.ts";
import { fullNameOf } from "../../layout/layout.ts";
import { appAbout, appHeader, notReviewed } from "../app-card.ts";
import { csrfField, errorSummary } from "../form.ts";
import { type Html, html } from "../html.ts";
import { merchantChoice } from "../merchant-choice.ts";
import { displayedFields, onlyMerchant } from "./displayed-fields.ts";
import type { Choice, ConsentView } from "./facts.ts";
import { requestedScopes } from "./scopes-view.ts";

/** The initial choice: the only or preselected merchant, and all scopes except those that a merchant with the app has declined. */
export function defaultChoice(consent: GetInteractionResponse): Choice {
  const { merchants, preselectedMerchantId, requestedScopes } = consent;
  const installed = merchants.filter(({ grantedScopes }) => grantedScopes.length > 0);
  const scopes = requestedScopes.filter((name) => installed.every(({ grantedScopes }) => grantedScopes.includes(name)));
  return { merchantId: onlyMerchant(consent)?.merchantId ?? preselectedMerchantId, scopes };
}

export function consentPage(frame: Frame, view: ConsentView): Html {
  const { t } = frame;
  const { id, consent, choice, errors, changes, account } = view;
  const app = consent.app ?? create(ConsentAppSchema);
  const only = onlyMerchant(consent);
  const heading = only === undefined ? t.consent.heading(app.name) : t.consent.headingFor(app.name, only.name);
  return html`<article class="card consent">
${appHeader(frame, app, heading, view.preview)}
${errorSummary(t, errors)}
${changeSummary(frame, changes)}
${notReviewed(frame, app)}
<form method="post" action="${`/interactions/${id}`}" novalidate data-once>
${csrfField(consent.csrfToken)}
${displayedFields(consent)}
${merchantChoice(t, { merchants: consent.merchants, chosen: choice.merchantId, errors, inHeading: true })}
${requestedScopes(t, view, app.name)}
<p class="next">${t.consent.revokeHint} <a href="/connected-apps" target="_blank" rel="noopener">${t.layout.connectedApps}</a>.<br>
${destination(frame, consent.redirectOrigin)}</p>
<div class="decision">
<button type="submit" name="decision" value="deny" class="secondary">${t.consent.deny}</button>
<button type="submit" name="decision" value="approve">${t.consent.approve}</button>
</div>
</form>
<div class="after">
${appAbout(frame, app)}
${account !== undefined && html`<p><small>${t.consent.signedInAs(fullNameOf(account))} ${notYou(frame)}</small></p>`}
</div>
</article>`;
}

function notYou({ t }: Frame): Html {
  const { question, signOut, next } = t.consent.notYou;
  return html`${question} <a href="/sign-out">${signOut}</a>${next}`;
}

/** The list of changes; null if nothing has changed. */
function changeSummary({ t }: Frame, changes: readonly string[]): Html | null {
  if (changes.length === 0) return null;
  return html`<div class="notice notice-warn" role="alert" tabindex="-1" data-focus aria-labelledby="changes">
<p id="changes"><strong>${t.consent.changed.heading}</strong></p>
<ul>${changes.map((change) => html`<li dir="auto">${change}</li>`)}</ul>
</div>`;
}

/** Describes the target of the redirect. Omits the private-use URI scheme of a native app. */
function destination({ t }: Frame, origin: string): string {
  return /^https?:/.test(origin) ? t.consent.redirectTo(origin) : t.consent.redirectToApp;
}
