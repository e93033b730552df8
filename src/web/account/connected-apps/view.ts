import { timestampMs } from "@bufbuild/protobuf/wkt";
import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { selectField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { pager } from "../../components/list.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { type ConnectedApps, mayChange } from "./read.ts";

export interface ConnectedAppsView extends ConnectedApps {
  csrfToken: string;
}

/** Connected apps, then disconnected ones. */
export function connectedAppsPage(frame: Frame, view: ConnectedAppsView): Html {
  const { connected } = frame.t;
  const { merchant, installations, token, next } = view;
  const past = installations.filter(isPast);
  const present = installations.filter((one) => !isPast(one));
  // Connected apps may be on another page of the list.
  const isWhole = token === "" && next === "";
  const filter = { merchant: merchant.merchantId };
  return html`<article class="card">
<h1>${connected.title}</h1>
${merchantPicker(frame, view)}
${merchant.merchantState === MerchantState.SUSPENDED && html`<p class="notice notice-warn">${connected.merchantSuspended(merchant.merchantName, frame.platformName)}</p>`}
${present.length > 0 && html`<p>${mayChange(merchant) ? connected.lead(merchant.merchantName) : connected.leadMember(merchant.merchantName)}</p>`}
${!mayChange(merchant) && html`<p class="notice">${connected.readOnly}</p>`}
${isWhole && present.length === 0 && html`<p>${connected.none(merchant.merchantName)}</p><p class="muted">${connected.noneHint}</p>`}
${present.length > 0 && html`<ul class="rows apps">${present.map((one) => appRow(frame, view, one))}</ul>`}
${
  past.length > 0 &&
  html`<section aria-labelledby="past"><h2 id="past">${connected.past}</h2><p class="muted">${connected.pastHint}</p>
<ul class="rows apps">${past.map((one) => pastRow(frame, view, one))}</ul></section>`
}
${pager(frame, { path: "/connected-apps", filter, token, next })}
</article>`;
}

function isPast({ state }: Installation): boolean {
  return state === InstallationState.UNINSTALLED || state === InstallationState.PENDING;
}

function merchantPicker({ t }: Frame, { memberships, merchant }: ConnectedAppsView): Html | null {
  if (memberships.length < 2) return null;
  const options = memberships.map(({ merchantId, merchantName }) => ({
    value: merchantId,
    label: `${merchantName} (${merchantId})`,
  }));
  return html`<form class="filters" method="get" action="/connected-apps">
${selectField({ name: "merchant", label: t.connected.choose, options, value: merchant.merchantId })}
<div class="filter-buttons"><button type="submit" class="secondary">${t.connected.show}</button></div></form>`;
}

function appRow(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { connected } = frame.t;
  const { installationId: id, clientId, appName: name, logoDigest } = one;
  const scopes = one.grantedScopes.map((scope) => html`<li>${view.titles.get(scope) ?? scope}</li>`);
  return html`<li id="${id}" class="${view.marked === id && "marked"}" ${view.marked === id && html`tabindex="-1" data-focus`}>
<div class="app-head">${appLogo(frame, { clientId, name, logoDigest })}
<div><h2><span dir="auto">${name}</span> ${stateBadge(frame, one)} ${one.test && html`<span class="badge">${connected.test}</span>`}</h2>
<p class="muted"><small>${connected.connectedSince}: ${formatTimestamp(frame, one.connectedAt)} ${one.connectedByName && connected.connectedBy(one.connectedByName)}<br>
${connected.lastUsed}: ${formatTimestamp(frame, sinceConnected(one, one.lastUsedAt), connected.neverUsed)}</small></p></div></div>
${appStopped(frame, one)}
${suspensions(frame, one)}
${hasRunOut(one) && html`<p class="notice">${connected.expired}</p>`}
<p class="allowed">${scopes.length === 0 ? connected.nothingAllowed : connected.allowed}</p><ul class="bullets">${scopes}</ul>
<div class="buttons">${mayChange(view.merchant) && actions(frame, view, one)}
<a class="permalink" href="${`/connected-apps?installation=${id}`}" aria-label="${connected.link(name)}">${connected.linkShort}</a></div>
</li>`;
}

/** The app's tokens have expired. Tokens that the app revoked itself count as well. */
function hasRunOut({ tokensExpireAt }: Installation): boolean {
  return tokensExpireAt !== undefined && timestampMs(tokensExpireAt) < Date.now();
}

/** "Connected" only while the app's tokens are active, else the reason with the widest scope. */
function stateBadge({ t }: Frame, { state, appState, merchantState }: Installation): Html {
  const { states } = t.connected;
  if (appState === AppState.SUSPENDED) return badge("bad", states.appSuspended);
  if (appState === AppState.REJECTED) return badge("bad", states.appRejected);
  if (merchantState === MerchantState.SUSPENDED) return badge("bad", states.merchantSuspended);
  if (state === InstallationState.SUSPENDED) return badge("warn", states.suspended);
  return badge("good", states.active);
}

/** Why the app is suspended for all merchants. The operator's reason is only for its developer. */
function appStopped({ t, platformName }: Frame, { appState }: Installation): Html | null {
  if (appState === AppState.SUSPENDED)
    return html`<div class="notice notice-warn"><p>${t.connected.appSuspended(platformName)}</p></div>`;
  if (appState === AppState.REJECTED)
    return html`<div class="notice notice-warn"><p>${t.connected.appRejected}</p></div>`;
  return null;
}

/** The parties that suspended the installation, and the reason. */
function suspensions({ t, platformName }: Frame, one: Installation): Html | null {
  if (one.state !== InstallationState.SUSPENDED) return null;
  const { pausedBy, reason } = t.connected;
  const texts = one.suspendedByParties.map((party) => {
    if (party === Party.OPERATOR) return pausedBy.operator(platformName);
    return party === Party.APP ? pausedBy.app : pausedBy.merchant;
  });
  return html`<div class="notice notice-warn">${texts.map((text) => html`<p>${text}</p>`)}
${one.reasonText && html`<p>${reason} <span class="lines" dir="auto">${one.reasonText}</span></p>`}</div>`;
}

function actions({ t }: Frame, { csrfToken }: ConnectedAppsView, one: Installation): Html {
  const { connected } = t;
  const path = `/connected-apps/${one.installationId}`;
  const paused = one.suspendedByParties.includes(Party.MERCHANT);
  const [step, label, name] = paused
    ? ["resume", connected.resume, connected.resumeOf(one.appName)]
    : ["pause", connected.pause, connected.pauseOf(one.appName)];
  return html`<form method="post" action="${`${path}/${step}`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary outline button-small" aria-label="${name}">${label}</button></form>
<a class="button secondary button-small" href="${`${path}/disconnect`}" aria-label="${connected.uninstallOf(one.appName)}">${connected.uninstall} …</a>`;
}

function pastRow(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { marked } = view;
  const { connected } = frame.t;
  const ended = one.state === InstallationState.UNINSTALLED;
  const id = one.installationId;
  return html`<li id="${id}" class="${marked === id && "marked"}" ${marked === id && html`tabindex="-1" data-focus`}>
<strong dir="auto">${one.appName}</strong> <span class="badge badge-plain">${ended ? connected.states.ended : connected.states.pending}</span>
${ended && html`<br><small class="muted">${connected.ended}: ${formatTimestamp(frame, one.endedAt)}</small>`}
${one.suspendedByParties.length > 0 && stillHeld(frame, view, one)}</li>`;
}

/** A suspension outlives the installation and blocks a new one until the same party resumes it. */
function stillHeld({ t, platformName }: Frame, { csrfToken, merchant }: ConnectedAppsView, one: Installation): Html {
  const { pausedBeforeUninstall: heldBy, allowAgain, allowAgainOf } = t.connected;
  const texts = one.suspendedByParties.map((party) => {
    if (party === Party.OPERATOR) return heldBy.operator(platformName);
    return party === Party.APP ? heldBy.app : heldBy.merchant;
  });
  const own = one.suspendedByParties.includes(Party.MERCHANT) && mayChange(merchant);
  return html`<div class="notice notice-warn">${texts.map((text) => html`<p>${text}</p>`)}</div>
${
  own &&
  html`<form method="post" action="${`/connected-apps/${one.installationId}/resume`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary outline button-small" aria-label="${allowAgainOf(one.appName)}">${allowAgain}</button></form>`
}`;
}

/** The page of an account without merchants. */
export function noMerchantPage({ t }: Frame): Html {
  return html`<article class="card narrow"><h1>${t.connected.title}</h1><p>${t.connected.noMerchant}</p></article>`;
}

/** States in which an app works for no merchant, test merchants included. */
const STOPPED: readonly AppState[] = [AppState.SUSPENDED, AppState.REJECTED, AppState.ARCHIVED];

/** True if a new connection is blocked by anything but the merchant's own pause, which ends with the installation. */
function isHeld({ appState, merchantState, suspendedByParties }: Installation): boolean {
  const byOthers = suspendedByParties.some((party) => party !== Party.MERCHANT);
  return byOthers || STOPPED.includes(appState) || merchantState !== MerchantState.ACTIVE;
}

/** The confirmation before an app is disconnected. */
export function disconnectPage({ t }: Frame, one: Installation, csrfToken: string): Html {
  const { confirm } = t.connected;
  const { installationId, appName, merchantName } = one;
  const back = `/connected-apps?installation=${installationId}`;
  return html`<article class="card question">
<h1>${confirm.heading(appName, merchantName)}</h1>
<ul><li>${confirm.effect(appName)}</li><li>${confirm.data(confirm.theDeveloper)}</li><li>${isHeld(one) ? confirm.reconnectSuspended : confirm.reconnect}</li></ul>
<form method="post" action="${`/connected-apps/${installationId}/disconnect`}" data-once>
${csrfField(csrfToken)}
<div class="buttons"><button type="submit" class="danger">${confirm.submit}</button>
<a class="button secondary outline" href="${back}">${confirm.cancel}</a></div>
</form></article>`;
}
