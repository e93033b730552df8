import type { GetInteractionResponse } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { csrfField } from "../view/form-parts.ts";
import type { Frame } from "../view/frame.ts";
import { type Html, html } from "../view/html.ts";

/** For whoever may connect apps to no merchant: why, and the way back to the app. */
export function forbiddenPage({ t }: Frame, { id, consent }: { id: string; consent: GetInteractionResponse }): Html {
  return html`<article class="card narrow">
<h1>${t.forbidden.title}</h1>
<p>${consent.consentForbidden ? t.forbidden.member : t.forbidden.noMerchant}</p>
<form method="post" action="${`/interactions/${id}`}">
${csrfField(consent.csrfToken)}
<button type="submit" name="decision" value="deny" class="secondary">${t.forbidden.back(consent.app?.name ?? "")}</button>
</form>
</article>`;
}
