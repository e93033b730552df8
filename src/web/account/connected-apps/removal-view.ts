import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo } from "../../components/app-card.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Frame } from "../../layout/frame.ts";
import { described } from "./permissions-view.ts";
import type { ConnectedApps } from "./read.ts";
import { copiedData } from "./reasons-view.ts";
import { appCrumbs, appPath } from "./row-view.ts";

interface RemovalView extends Pick<ConnectedApps, "scopes"> {
  one: Installation;
  /** The scope to remove. */
  scope: string;
  csrfToken: string;
}

/** The confirmation before a permission is removed: what the app can no longer do, and what stays. */
export function removalPage(frame: Frame, { one, scope, scopes, csrfToken }: RemovalView): Html {
  const { removal } = frame.t.connected;
  const { appName, merchantName, clientId, logoDigest, grantedScopes } = one;
  const title = scopes.get(scope)?.title || scope;
  const others = grantedScopes.filter((name) => name !== scope).map((name) => scopes.get(name)?.title || name);
  const image = appLogo(frame, { clientId, name: appName, logoDigest });
  return html`${pageHeader(frame, { crumbs: appCrumbs(frame, one), image, title: removal.heading(title, appName) })}
<article class="card question uninstall">
<section><h2>${removal.stops}</h2><p>${removal.effect(appName, merchantName)}</p>
<ul class="crosses permissions">${described(frame, { scopes }, scope)}</ul><p>${removal.features}</p></section>
<section><h2>${removal.stays}</h2><p>${removal.others}</p><ul class="ticks">${others.map((name) => html`<li>${name}</li>`)}</ul>
<p>${copiedData(frame, one)}</p></section>
<p class="muted">${removal.allowAgain}</p>
<form method="post" action="${`${appPath(one)}/permissions/remove`}" data-once>
${csrfField(csrfToken)}<input type="hidden" name="scope" value="${scope}">
<div class="buttons"><button type="submit" class="danger">${removal.submit}</button>
<a class="button secondary outline" href="${appPath(one)}">${removal.cancel}</a></div>
</form></article>`;
}
