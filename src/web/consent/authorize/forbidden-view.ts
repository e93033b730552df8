import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { otherAccountPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";

/** The page of accounts that cannot connect apps to any merchant: the reason, and a link back to the app. */
export function forbiddenPage({ t }: Frame, { id, consent }: { id: string; consent: GetInteractionResponse }): Html {
  return html`<article class="card narrow">${icon("stop")}<h1>${t.consent.forbidden.title}</h1>
<p>${consent.consentForbidden ? t.consent.forbidden.member : t.consent.forbidden.noMerchant}</p>
<form method="post" action="${`/interactions/${id}`}">
${csrfField(consent.csrfToken)}
<button type="submit" name="decision" value="deny" class="secondary">${t.consent.forbidden.back(consent.app?.name ?? "")}</button>
</form>
<p class="after"><a href="${otherAccountPath(`/interactions/${id}`)}">${t.signOut.otherAccount}</a></p>
</article>`;
}
