import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { checkField } from "../../components/fields.ts";
import { csrfField, errorSummary } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { appCrumbs, pathOf } from "../own-app.ts";

interface Archive {
  app: App;
  installationCount: number;
  /** True if the form was sent without its checkbox checked. */
  unconfirmed: boolean;
}

/** The confirmation before an app is archived. */
export function archivePage(context: PageContext, { app, installationCount, unconfirmed }: Archive): Page {
  const { t } = context;
  const texts = t.portal.app.archivePage;
  const name = app.profile?.name || t.app.unnamed;
  const errors = unconfirmed ? [{ field: "confirm", text: texts.unconfirmed }] : [];
  const body = html`${pageHeader(context, { crumbs: appCrumbs(context, app), title: texts.title(name) })}
<section class="card question">
${errorSummary(t, errors)}
<p>${texts.text}</p><p><strong>${texts.count(installationCount)}</strong></p>
<form method="post" action="${`${pathOf(app)}/archive`}" novalidate>${csrfField(context.csrfToken)}
${checkField({ id: "confirm", name: "confirm", label: texts.confirm, required: true })}
<div class="buttons"><button type="submit" class="danger">${texts.submit}</button> <a class="button secondary" href="${pathOf(app)}">${texts.cancel}</a></div>
</form></section>`;
  return { title: texts.title(name), body, status: unconfirmed ? 400 : 200 };
}
