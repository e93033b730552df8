import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Membership } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Installation, InstallationState } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo } from "../view/app-card.ts";
import { csrfField } from "../view/form-parts.ts";
import { type Html, html } from "../view/html.ts";
import type { Frame } from "../view/layout.ts";
import type { ConnectedApps } from "./page.ts";

export interface ListView extends ConnectedApps {
  memberships: readonly Membership[];
  /** An app has just been disconnected. */
  done: boolean;
}

export function listPage(frame: Frame, view: ListView): Html {
  const { t } = frame;
  const { merchant, installations, done } = view;
  const rows = installations.map((installation) => row(frame, view, installation));
  return html`<article class="card">
<h1>${t.connectedApps.title}</h1>
${done && html`<p class="notice notice-good" role="status">${t.connectedApps.done}</p>`}
${merchants(frame, view)}
${merchant === null && html`<p>${t.home.merchantsNone}</p>`}
${merchant !== null && rows.length === 0 && html`<p>${t.connectedApps.none(merchant.merchantName)}</p>`}
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
${merchant !== null && view.nextPageToken !== "" && html`<p><a href="${addressOf(merchant, view.nextPageToken)}">${t.connectedApps.more}</a></p>`}
</article>`;
}

function merchants({ t }: Frame, { memberships, merchant }: ListView): Html | null {
  if (merchant === null) return null;
  if (memberships.length === 1) return html`<p>${t.connectedApps.of(merchant.merchantName)}</p>`;
  const links = memberships.map((one) => {
    if (one === merchant) return html`<li><span aria-current="page">${one.merchantName}</span></li>`;
    return html`<li><a href="${addressOf(one)}">${one.merchantName}</a></li>`;
  });
  return html`<nav aria-label="${t.merchant.heading}"><ul class="tabs">${links}</ul></nav>`;
}

function addressOf({ merchantId }: Membership, page = ""): string {
  const query = new URLSearchParams({ merchant_id: merchantId, ...(page === "" ? {} : { page }) });
  return `/connected-apps?${query}`;
}

function row(frame: Frame, { mayDisconnect, scopeTitles }: ListView, installation: Installation): Html {
  const { t } = frame;
  const { installationId: id, clientId, appName: name, logoDigest, grantedScopes } = installation;
  const scopes = grantedScopes.map((scope) => html`<li>${scopeTitles.get(scope) ?? scope}</li>`);
  return html`<li class="connected" id="${id}">
${appLogo(frame, { clientId, name, logoDigest })}
<div class="connected-text">
<h2>${name} ${installation.state === InstallationState.SUSPENDED && html`<span class="badge badge-warn">${t.connectedApps.suspended}</span>`}
${installation.test && html`<span class="badge badge-warn">${t.merchant.test}</span>`}</h2>
<p class="muted"><small>${since(frame, installation)} ${lastUsed(frame, installation)}</small></p>
<p class="may">${t.connectedApps.may}</p>
<ul>${scopes}</ul>
${mayDisconnect && html`<p><a role="button" class="secondary outline" href="${`/connected-apps/${id}/disconnect`}" aria-label="${t.connectedApps.disconnectApp(name)}">${t.connectedApps.disconnect}</a></p>`}
</div></li>`;
}

function since({ t, language }: Frame, { connectedAt, connectedByName }: Installation): string | null {
  if (connectedAt === undefined) return null;
  return t.connectedApps.since(dayOf(connectedAt, language), connectedByName);
}

function lastUsed({ t, language }: Frame, { lastUsedAt }: Installation): string {
  return lastUsedAt === undefined ? t.connectedApps.neverUsed : t.connectedApps.lastUsed(dayOf(lastUsedAt, language));
}

function dayOf(at: Timestamp, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(timestampDate(at));
}

/** The one question before an app is disconnected. */
export function confirmPage(
  frame: Frame,
  { installationId, appName, merchantName }: Installation,
  csrfToken: string,
): Html {
  const { t } = frame;
  return html`<article class="card narrow">
<h1>${t.connectedApps.confirmTitle(appName)}</h1>
<p>${t.connectedApps.confirmText(appName, merchantName)}</p>
<form method="post" action="${`/connected-apps/${installationId}/disconnect`}" data-once>
${csrfField(csrfToken)}
<button type="submit">${t.connectedApps.disconnect}</button>
</form>
<p class="after"><a href="/connected-apps">${t.connectedApps.keep}</a></p>
</article>`;
}
