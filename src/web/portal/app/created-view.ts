import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { FieldFault } from "../../view/form-parts.ts";
import { type Html, html } from "../../view/html.ts";
import { type PortalPage, type PortalVisit, pathOf } from "../desk.ts";
import { copyBox } from "./parts.ts";

interface Created {
  app: App;
  clientSecret: string;
  /** What of the form was not done; the app is there all the same. */
  faults: readonly FieldFault[];
}

/** The only page that ever shows the first secret. */
export function appCreatedPage(visit: PortalVisit, { app, clientSecret, faults }: Created): PortalPage {
  const { t } = visit;
  const texts = t.portal.created;
  const name = app.profile?.name || t.portal.unnamed;
  const left = faults.map(({ text }) => html`<li>${text}</li>`);
  const body = html`<h1>${texts.heading(name)}</h1>
${faults.length > 0 && html`<div class="notice notice-fault" role="alert"><p><strong>${texts.left}</strong></p><ul>${left}</ul><p><a href="${`${pathOf(app)}/edit`}">${texts.mend}</a></p></div>`}
<section class="card"><h2>${texts.credentials}</h2>
${copyBox(t, { id: "client-id", label: texts.clientId, value: app.clientId })}
${secretBox(visit, clientSecret)}
<p class="actions"><a role="button" href="${pathOf(app)}">${texts.goOn}</a></p></section>`;
  return { title: texts.heading(name), body };
}

/** A secret that is shown now and never again. */
export function secretBox({ t }: PortalVisit, clientSecret: string): Html {
  return html`<div class="notice notice-warn"><p><strong>${t.portal.secrets.once}</strong> ${t.portal.secrets.onceHint}</p></div>
${copyBox(t, { id: "client-secret", label: t.portal.secrets.secret, value: clientSecret })}`;
}
