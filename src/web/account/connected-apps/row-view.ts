import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo, contactFacts } from "../../components/app-card.ts";
import { badge, hasExpired, installationStateBadge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { factList } from "../../components/list.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { type ConnectedAppsView, isHeldByOthers, mayChange } from "./read.ts";

/** The row of an installed app: state, developer, permissions and actions. Other facts are folded. */
export function appRow(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { connected } = frame.t;
  const { installationId: id, clientId, appName: name, logoDigest } = one;
  return html`<li id="${id}" class="card app-item ${view.marked === id && "marked"}" ${view.marked === id && html`tabindex="-1" data-focus`}>
<div class="app-head">${appLogo(frame, { clientId, name, logoDigest })}
<div><h2><span dir="auto">${name}</span> ${stateBadge(frame, one)} ${one.test && badge("label", connected.test)}</h2>
${one.developerName && html`<p class="maker">${frame.t.app.by(one.developerName)}</p>`}</div></div>
${mayChange(view.merchant) && html`<div class="buttons">${actions(frame, view, one)}</div>`}
${appStopped(frame, one)}
${suspensions(frame, one)}
${hasExpired(one) && html`<p class="notice notice-warn">${connected.expired}</p>`}
${permissions(frame, view, one)}
${details(frame, one)}
</li>`;
}

function permissions(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { connected } = frame.t;
  const scopes = one.grantedScopes.map((scope) => html`<li>${view.titles.get(scope) ?? scope}</li>`);
  return html`<div class="app-scopes"><p class="allowed">${scopes.length === 0 ? connected.nothingAllowed : connected.allowed}</p>
${scopes.length > 0 && html`<ul class="ticks">${scopes}</ul>`}
${declined(frame, view, one)}</div>`;
}

/** When the app was used and connected, and its contacts. */
function details(frame: Frame, one: Installation): Html {
  const { connected } = frame.t;
  const used = formatTimestamp(frame, sinceConnected(one, one.lastUsedAt), connected.neverUsed);
  const by = one.connectedByName && html`<small>${connected.connectedBy(one.connectedByName)}</small>`;
  return html`<details class="app-details"><summary><span>${connected.details}</span> <small>${connected.lastUsed}: ${used}</small></summary>
${factList([[connected.connectedSince, html`${formatTimestamp(frame, one.connectedAt)} ${by}`], ...contactFacts(frame, one)])}</details>`;
}

/** The state of the installation. If several reasons stop it, shows the one that affects the most installations. */
function stateBadge(frame: Frame, one: Installation): Html {
  const { blocks } = frame.t;
  if (one.appState === AppState.SUSPENDED) return badge("bad", blocks.appSuspended);
  if (one.appState === AppState.REJECTED) return badge("bad", blocks.appRejected);
  if (one.merchantState === MerchantState.SUSPENDED) return badge("bad", blocks.merchantSuspended);
  return installationStateBadge(frame, one);
}

/** Says that the app is suspended for all merchants. Omits the operator's reason, which only the developer may read. */
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
  const { pausedBy, alsoPaused, reason } = t.connected;
  const parties = one.suspendedByParties;
  const byOperator = parties.includes(Party.OPERATOR);
  const texts = [
    byOperator && pausedBy.operator(platformName),
    parties.includes(Party.APP) && pausedBy.app,
    parties.includes(Party.MERCHANT) && (isHeldByOthers(one) ? alsoPaused : pausedBy.merchant),
  ].filter((text) => text !== false);
  const [first, ...others] = texts.map((text) => html`<p>${text}</p>`);
  const given = one.reasonText && html`<p>${reason} <span class="lines" dir="auto">${one.reasonText}</span></p>`;
  return html`<div class="notice ${byOperator ? "notice-fault" : "notice-warn"}">${first}${given}${others}</div>`;
}

/** The registered scopes that the merchant did not allow. The install link of the app asks for them again. */
function declined({ t }: Frame, view: ConnectedAppsView, one: Installation): Html | null {
  if (one.declinedScopes.length === 0) return null;
  const { connected } = t;
  const items = one.declinedScopes.map((scope) => html`<li>${view.titles.get(scope) ?? scope}</li>`);
  return html`<p class="allowed">${connected.declined}</p><ul class="crosses">${items}
${mayConnect(view, one) && html`<li class="more"><a href="${installPath(one)}" aria-label="${connected.allowOf(one.appName)}">${connected.allow} …</a></li>`}</ul>`;
}

/** True if the install link of the app currently leads to a consent page. */
function mayConnect({ merchant }: ConnectedAppsView, one: Installation): boolean {
  const free = one.suspendedByParties.length === 0 && one.merchantState === MerchantState.ACTIVE;
  return mayChange(merchant) && free && one.appState === AppState.APPROVED && !one.test;
}

function installPath({ clientId }: Installation): string {
  return `/install/${clientId}`;
}

function connectAgain({ t }: Frame, one: Installation, tone = ""): Html {
  const { connectAgain: label, connectAgainOf } = t.connected;
  return html`<a class="button button-small ${tone}" href="${installPath(one)}" aria-label="${connectAgainOf(one.appName)}">${label}</a>`;
}

function actions(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { connected } = frame.t;
  const { csrfToken } = view;
  const path = `/connected-apps/${one.installationId}`;
  const paused = one.suspendedByParties.includes(Party.MERCHANT);
  const [step, label, name] = paused
    ? resumeStep(frame, one)
    : ["pause", connected.pause, connected.pauseOf(one.appName)];
  // An expired installation cannot be paused, because it has no access.
  const change = html`<form method="post" action="${`${path}/${step}`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary outline button-small" aria-label="${name}">${label}</button></form>`;
  return html`${hasExpired(one) ? mayConnect(view, one) && connectAgain(frame, one) : change}
<a class="button danger outline button-small" href="${`${path}/disconnect`}" aria-label="${connected.uninstallOf(one.appName)}">${connected.uninstall} …</a>`;
}

function resumeStep(
  { t: { connected } }: Frame,
  one: Installation,
): readonly [step: string, label: string, name: string] {
  return isHeldByOthers(one)
    ? ["resume", connected.removePause, connected.removePauseOf(one.appName)]
    : ["resume", connected.resume, connected.resumeOf(one.appName)];
}

/** The row of an app whose install was not completed, or that was uninstalled. */
export function pastRow(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { marked } = view;
  const { connected } = frame.t;
  const ended = one.state === InstallationState.UNINSTALLED;
  const { installationId: id, clientId, appName, logoDigest } = one;
  return html`<li id="${id}" class="${marked === id && "marked"}" ${marked === id && html`tabindex="-1" data-focus`}>
<div class="app-past">${appLogo(frame, { clientId, name: appName, logoDigest })}
<div><strong dir="auto">${appName}</strong>
<p class="muted"><small>${ended ? html`${connected.ended}: ${formatTimestamp(frame, one.endedAt)}` : connected.waiting}</small></p></div>
${mayConnect(view, one) && connectAgain(frame, one, "secondary")}</div>
${one.suspendedByParties.length > 0 && stillHeld(frame, view, one)}</li>`;
}

/** A suspension outlives the installation, and blocks a re-install until the suspending party resumes it. */
function stillHeld({ t, platformName }: Frame, { csrfToken, merchant }: ConnectedAppsView, one: Installation): Html {
  const { pausedBeforeUninstall: heldBy, allowAgain, allowAgainOf } = t.connected;
  const texts = one.suspendedByParties.map((party) => {
    if (party === Party.OPERATOR) return heldBy.operator(platformName);
    return party === Party.APP ? heldBy.app : heldBy.merchant;
  });
  const mayResume = one.suspendedByParties.includes(Party.MERCHANT) && mayChange(merchant);
  return html`<div class="notice notice-warn">${texts.map((text) => html`<p>${text}</p>`)}</div>
${
  mayResume &&
  html`<form method="post" action="${`/connected-apps/${one.installationId}/resume`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary outline button-small" aria-label="${allowAgainOf(one.appName)}">${allowAgain}</button></form>`
}`;
}
