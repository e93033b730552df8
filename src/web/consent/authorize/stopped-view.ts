import { create } from "@bufbuild/protobuf";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import {
  ConsentAppSchema,
  type ConsentMerchant,
  type GetInteractionResponse,
} from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { appHeader } from "../../components/app-card.ts";
import { accountLine } from "../../components/consent/account-view.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { stoppedHeading, stopReasons, toConnectedApps } from "../../components/stopped-connection.ts";
import type { Frame } from "../../layout/frame.ts";

interface StoppedView {
  id: string;
  consent: GetInteractionResponse;
  account: Account | undefined;
  merchant: ConsentMerchant;
  /** The installation that the account can resume; null if there is none. */
  resumable: string | null;
  /** The token for the form that resumes it. */
  csrfToken: string;
}

const RESUME_FORM = "resume";

/** The page of an app that is paused or suspended for the only merchant: who can lift that, and the way back to the app. */
export function stoppedPage(frame: Frame, view: StoppedView): Html {
  const { t } = frame;
  const { id, consent, account, merchant, resumable } = view;
  const app = consent.app ?? create(ConsentAppSchema);
  const path = `/interactions/${id}`;
  return html`<article class="card consent refused">
<div class="card-top">${account !== undefined && accountLine(t, account, path)}</div>
${appHeader(frame, app, stoppedHeading(frame, app.name, merchant))}
${resumable === null ? stopReasons(frame, merchant) : html`<p class="lines">${t.merchant.resumeHere}</p>`}
<form method="post" action="${path}">
${csrfField(consent.csrfToken)}
<div class="decision">${resumable === null ? toConnectedApps(frame, merchant) : html`<button type="submit" form="${RESUME_FORM}">${t.merchant.resume}</button>`}
<button type="submit" name="decision" value="deny" class="secondary">${t.consent.forbidden.back(app.name)}</button></div>
</form>
${resumable !== null && resumeForm(view, resumable)}
</article>`;
}

/** Resumes the app for the shop, and returns to the consent page. */
function resumeForm({ id, csrfToken }: StoppedView, installationId: string): Html {
  return html`<form method="post" id="${RESUME_FORM}" action="${`/connected-apps/${installationId}/resume`}" data-once hidden>${csrfField(csrfToken)}
<input type="hidden" name="next" value="${`/interactions/${id}`}"></form>`;
}
