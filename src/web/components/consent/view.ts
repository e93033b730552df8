import { create } from "@bufbuild/protobuf";
import {
  type ConsentApp,
  ConsentAppSchema,
  type GetInteractionResponse,
} from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Frame } from "../../layout/frame.ts";
import { appHeader, appLinks, appPurpose, isLongHeading, notReviewed } from "../app-card.ts";
import { csrfField, errorSummary, ownerField } from "../form.ts";
import { type Html, html } from "../html.ts";
import { icon } from "../icon.ts";
import { merchantChoice } from "../merchant-choice.ts";
import { statusMessage } from "../notice.ts";
import { isStopped } from "../stopped-connection.ts";
import { accountLine } from "./account-view.ts";
import { defaultChoice } from "./default-choice.ts";
import { displayedFields, onlyMerchant } from "./displayed-fields.ts";
import type { ConsentView } from "./facts.ts";
import {
  answerEffect,
  asksMore,
  asksOnlyMerchant,
  isConnected,
  requestedScopes,
  scopesCount,
  sensitiveNote,
} from "./scopes-view.ts";
import { stepsLine } from "./steps-view.ts";

/** The number of characters of a purpose that every screen shows. */
const CLAMPED = 110;

export function consentPage(frame: Frame, view: ConsentView): Html {
  const { t } = frame;
  const { id, consent, choice, errors, changes, account } = view;
  const app = consent.app ?? create(ConsentAppSchema);
  // The only error stands at its field, which gets the focus.
  const focusError = errors.length === 1 && errors[0]?.field === "merchant_id";
  const heading = consentHeading(frame, consent);
  return html`<article class="card consent">
<div class="card-top">${stepsLine(t, consent.startedByInstall ? "install" : "app", "permissions")}
${account !== undefined && accountLine(t, account, `/interactions/${id}`)}</div>
${appHeader(frame, app, heading, { preview: view.preview, isPair: true })}
${app.purpose && html`<p class="app-purpose" dir="auto">${app.purpose}</p>`}
${!focusError && errorSummary(t, errors)}
${changeSummary(frame, changes)}
${view.restored && statusMessage(t.consent.restored, "warn")}
${notReviewed(frame, app)}
<form method="post" action="${`/interactions/${id}`}" novalidate data-once>
${csrfField(consent.csrfToken)}
${account !== undefined && ownerField({ account })}
${displayedFields(consent)}
${merchantChoice(t, { merchants: consent.merchants, chosen: choice.merchantId, errors, isFirst: true, focusError })}
${requestedScopes(t, view, app.name)}
<ul class="next">${sensitiveNote(t, consent)}<li>${icon("leave")}<span>${destination(frame, consent.redirectOrigin)} ${!asksOnlyMerchant(consent) && answerEffect(t.consent, consent)}</span></li>
<li>${icon("undo")}<span>${t.consent.revokeHint} <a href="/connected-apps" target="_blank" rel="noopener">${t.layout.connectedApps}</a>.</span></li></ul>
${aboutLine(frame, app, app.purpose.length > CLAMPED || isLongHeading(heading))}
<div class="decision">${scopesCount(t, consent)}
<button type="submit" name="decision" value="deny" class="secondary">${t.consent.deny}</button>
<button type="submit" name="decision" value="approve">${t.consent.approve}</button>
</div>
</form>
</article>`;
}

/** Website, support contact and privacy policy of the app, and its purpose if a phone does not show all of it above. */
function aboutLine(frame: Frame, app: ConsentApp, withPurpose: boolean): Html {
  const purpose = withPurpose && app.purpose !== "" && appPurpose(frame, app);
  return html`<div class="app-about">${icon("info")}<div>${appLinks(frame, app)}${purpose}</div></div>`;
}

/** The heading, which is the title of the page. */
export function consentHeading({ t }: Pick<Frame, "t">, consent: GetInteractionResponse): string {
  const app = consent.app?.name ?? "";
  const only = onlyMerchant(consent);
  if (only === undefined) return headingOfChoice({ t }, consent);
  if (!isConnected(consent)) return t.consent.headingFor(app, only.name);
  return asksMore(consent) ? t.consent.headingMore(app, only.name) : t.consent.headingAgain(app, only.name);
}

/** Names the shop only if no other can be chosen, because the choice may change below the heading. */
function headingOfChoice({ t }: Pick<Frame, "t">, consent: GetInteractionResponse): string {
  const app = consent.app?.name ?? "";
  const [shop, ...others] = consent.merchants.filter((merchant) => !isStopped(merchant));
  if (shop !== undefined && others.length === 0) return t.consent.headingFor(app, shop.name);
  const isOpen = consent.merchants.length > 1 && defaultChoice(consent).merchantId === "";
  return isOpen ? t.consent.headingSeveral(app) : t.consent.heading(app);
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
