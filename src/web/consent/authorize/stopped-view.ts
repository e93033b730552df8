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
}

/** The page of an app that is paused or suspended for the only merchant: who can lift that, and the way back to the app. */
export function stoppedPage(frame: Frame, { id, consent, account, merchant }: StoppedView): Html {
  const { t } = frame;
  const app = consent.app ?? create(ConsentAppSchema);
  const path = `/interactions/${id}`;
  return html`<article class="card consent refused">
<div class="card-top">${account !== undefined && accountLine(t, account, path)}</div>
${appHeader(frame, app, stoppedHeading(frame, app.name, merchant))}
${stopReasons(frame, merchant)}
<form method="post" action="${path}">
${csrfField(consent.csrfToken)}
<div class="decision"><button type="submit" name="decision" value="deny" class="secondary">${t.consent.forbidden.back(app.name)}</button>
${toConnectedApps(frame, merchant)}</div>
</form>
</article>`;
}
