import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { buttonForm } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { pathOf } from "../own-app.ts";

/** The page instead of the form while the app is under review. */
export function underReviewPage(context: PageContext, app: App): Page {
  const { t } = context;
  const texts = t.portal.form.underReview;
  const body = html`<p class="crumbs"><a href="${pathOf(app)}">${t.portal.back.app(app.profile?.name || t.portal.unnamed)}</a></p>
<article class="card"><h1>${texts.title}</h1><p>${texts.text}</p>
<div class="buttons">${buttonForm(context, { action: `${pathOf(app)}/withdraw`, label: t.portal.app.withdraw })}
<a href="${pathOf(app)}">${texts.cancel}</a></div></article>`;
  return { title: texts.title, body, status: 409 };
}
