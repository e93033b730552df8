import { create } from "@bufbuild/protobuf";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { ConsentAppSchema, type GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { otherAccountPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Refusal } from "../refusal/read.ts";
import { canAskOthers, copyLink, linkForOthers, refusalPage } from "../refusal/view.ts";

interface ForbiddenView {
  id: string;
  consent: GetInteractionResponse;
  account: Account;
  refusal: Refusal;
  publicUrl: string;
}

/** The page of accounts that cannot connect the app to any merchant: the reason, and the way back to the app. */
export function forbiddenPage(frame: Frame, { id, consent, account, refusal, publicUrl }: ForbiddenView): Html {
  const { t } = frame;
  const app = consent.app ?? create(ConsentAppSchema);
  const path = `/interactions/${id}`;
  // Only apps that passed the review have an install page.
  const asks = app.verified && canAskOthers(refusal);
  const actions = html`${asks && linkForOthers(frame, { app, publicUrl })}
<form method="post" action="${path}">
${csrfField(consent.csrfToken)}
<div class="decision">${asks && copyLink(frame)}<button type="submit" name="decision" value="deny" class="${asks && "secondary"}">${t.consent.forbidden.back(app.name)}</button>
<a class="button secondary" href="${otherAccountPath(path)}">${t.signOut.otherAccount}</a></div>
</form>`;
  return refusalPage(frame, { app, texts: t.consent.forbidden, account, refusal, actions });
}
