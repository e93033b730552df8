import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { copyBox } from "../copy-box.ts";
import { pathOf } from "../own-app.ts";

interface Created {
  app: App;
  /** Empty: a public app, which has none. */
  clientSecret: string;
  /** What of the form was not done, sentence by sentence; the app is there all the same. */
  left: readonly string[];
}

/** The only page that ever shows the first secret. */
export function appCreatedPage(context: PageContext, { app, clientSecret, left }: Created): Page {
  const { t } = context;
  const texts = t.portal.form.created;
  const name = app.profile?.name || t.portal.unnamed;
  const body = html`<h1>${texts.heading(name)}</h1>
${left.length > 0 && html`<div class="notice notice-fault" role="alert"><p><strong>${texts.left}</strong></p><ul>${left.map((text) => html`<li>${text}</li>`)}</ul><p><a href="${`${pathOf(app)}/edit`}">${texts.mend}</a></p></div>`}
<section class="card"><h2>${texts.credentials}</h2>
${copyBox(t, { id: "client-id", label: texts.clientId, value: app.clientId })}
${clientSecret && secretBox(context, clientSecret)}
<p class="actions"><a role="button" href="${pathOf(app)}">${texts.goOn}</a></p></section>`;
  return { title: texts.heading(name), body };
}

/** A secret that is shown now and never again. */
export function secretBox({ t }: PageContext, clientSecret: string): Html {
  return html`<div class="notice notice-warn"><p><strong>${t.portal.secrets.once}</strong> ${t.portal.secrets.onceHint}</p></div>
${copyBox(t, { id: "client-secret", label: t.portal.secrets.secret, value: clientSecret })}`;
}
