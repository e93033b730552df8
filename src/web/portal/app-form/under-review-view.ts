import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { buttonForm } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { appCrumbs, pathOf } from "../own-app.ts";

/** The page that replaces the form while the app is under review. */
export function underReviewPage(context: PageContext, app: App): Page {
  const { t } = context;
  const texts = t.portal.form.underReview;
  const title = texts.title(app.profile?.name || t.app.unnamed);
  const body = html`${pageHeader(context, { crumbs: appCrumbs(context, app), title })}
<section class="card question"><p>${texts.text}</p>
<p>${app.pending === undefined ? texts.effect : texts.effectLive}</p>
<div class="buttons">${buttonForm(context, { action: `${pathOf(app)}/withdraw`, label: t.portal.app.withdraw })}
<a class="button secondary" href="${pathOf(app)}">${texts.cancel}</a></div></section>`;
  return { title, body, status: 409 };
}
