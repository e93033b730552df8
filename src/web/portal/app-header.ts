import type { App } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { appLogo } from "../components/app-card.ts";
import { appStateBadge } from "../components/badges.ts";
import { copyCode } from "../components/copy.ts";
import { type Html, type HtmlValue, html } from "../components/html.ts";
import { pageHeader, tabList } from "../components/page-header.ts";
import type { PageContext } from "../router/page-router.ts";
import { pathOf } from "./own-app.ts";

/** The header of an app: logo, name, state, client id, and the links to its pages. Only the actions differ between them. */
export function appHeader(context: PageContext, app: App, actions: HtmlValue): Html {
  const { t } = context;
  const { clientId, logoDigest, profile } = app;
  const name = profile?.name || t.app.unnamed;
  const copied = { id: "client-id", label: t.portal.form.created.clientId, value: clientId };
  return pageHeader(context, {
    crumbs: [{ href: "/portal", label: t.portal.sections.apps }],
    image: appLogo(context, { clientId, logoDigest, name }),
    title: name,
    badges: appStateBadge(context, app.state, "developer"),
    lead: html`<span class="lead-label">${t.portal.app.clientId}</span> ${copyCode(t, copied)}`,
    actions,
    tabs: appTabs(context, app),
  });
}

function appTabs(context: PageContext, app: App): Html {
  const { app: texts, portal, webhooks } = context.t;
  const path = pathOf(app);
  return tabList(context, app.profile?.name || texts.unnamed, [
    { href: path, label: portal.app.overview, above: null },
    { href: `${path}/installations`, label: portal.installations.title },
    { href: `${path}/webhooks`, label: webhooks.title },
  ]);
}
