import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { html } from "../../components/html.ts";
import { stepButton } from "../copy-box.ts";
import { pathOf } from "../own-app.ts";
import type { PortalPage, PortalVisit } from "../page-router.ts";

/** What cannot be changed while somebody reads it. */
export function underReviewPage(visit: PortalVisit, app: App): PortalPage {
  const { t } = visit;
  const texts = t.portal.form.underReview;
  const body = html`<p class="crumbs"><a href="${pathOf(app)}">${t.portal.back.app(app.profile?.name || t.portal.unnamed)}</a></p>
<article class="card"><h1>${texts.title}</h1><p>${texts.text}</p>
<div class="buttons">${stepButton(visit, { action: `${pathOf(app)}/withdraw`, label: t.portal.app.withdraw })}
<a href="${pathOf(app)}">${texts.leave}</a></div></article>`;
  return { title: texts.title, body, status: 409 };
}
