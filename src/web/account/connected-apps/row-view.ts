import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo, contactFacts } from "../../components/app-card.ts";
import { badge, hasExpired, installationStateBadge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { factList } from "../../components/list.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { type ConnectedAppsView, isConnectable, isHeldByOthers, mayChange } from "./read.ts";
import { heldBackTexts, helpAddress, pastText, reasonsNotice } from "./reasons-view.ts";

/** The card of an installed app: maker, state, actions with the uninstall as the last one, and permissions. */
export function appRow(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { connected } = frame.t;
  const { installationId: id, clientId, appName: name, logoDigest } = one;
  return html`<li id="${id}" class="card app-item ${view.marked === id && "marked"}" ${view.marked === id && html`tabindex="-1" data-focus`}>
<div class="app-head">${appLogo(frame, { clientId, name, logoDigest })}
<div><h2><span dir="auto">${name}</span> ${stateBadge(frame, one)} ${one.test && badge("label", connected.test)}</h2>
<p class="maker app-facts">${makerFacts(frame, one)}</p></div></div>
${reasonsNotice(frame, view, one)}
${mayChange(view.merchant) && html`<div class="buttons">${stateStep(frame, view, one)}${uninstallLink(frame, one)}</div>`}
${mayDo(frame, view, one)}
</li>`;
}

/** Developer, help address and last use. */
function makerFacts(frame: Frame, one: Installation): Html[] {
  const { app, connected } = frame.t;
  const help = helpAddress(frame, one);
  const usedAt = sinceConnected(one, one.lastUsedAt);
  const used = html`${connected.lastUsed}: ${formatDay(frame, usedAt, connected.neverUsed)}`;
  const facts: HtmlValue[] = [
    one.developerName && app.by(one.developerName),
    help && html`${connected.help}: ${help}`,
    used,
  ];
  return facts.filter(Boolean).map((fact) => html`<span>${fact}</span> `);
}

/** The permissions, with the ones that were not allowed, and since when the app is connected, folded. */
function mayDo(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { connected } = frame.t;
  const { grantedScopes: granted, declinedScopes } = one;
  const scopes = granted.map((scope) => html`<li>${view.titles.get(scope) ?? scope}</li>`);
  const by = one.connectedByName && html`<small>${connected.connectedBy(one.connectedByName)}</small>`;
  const since = html`${formatDay(frame, one.connectedAt)} ${by}`;
  return html`<details class="app-details"><summary><span>${connected.mayDo}</span> <small>${connected.mayDoCount(granted.length, declinedScopes.length)}</small></summary>
<div class="app-scopes">${scopes.length > 0 ? html`<ul class="ticks">${scopes}</ul>` : html`<p>${connected.nothingAllowed}</p>`}
${declined(frame, view, one)}</div>
${factList([[connected.connectedSince, since], ...contactFacts(frame, one).slice(0, -1)])}
${mayChange(view.merchant) && html`<p class="muted"><small>${connected.keepsData(one.developerName || connected.confirm.theDeveloper)}</small></p>`}</details>`;
}

/** The registered scopes that the merchant did not allow. The install link of the app asks for them again. */
function declined({ t }: Frame, view: ConnectedAppsView, one: Installation): Html | null {
  if (one.declinedScopes.length === 0) return null;
  const { connected } = t;
  const items = one.declinedScopes.map((scope) => html`<li>${view.titles.get(scope) ?? scope}</li>`);
  return html`<p class="allowed">${connected.declined}</p><ul class="crosses">${items}
${mayConnect(view, one) && html`<li class="more"><a href="${installPath(one)}" aria-label="${connected.allowOf(one.appName)}">${connected.allow} …</a></li>`}</ul>`;
}

/** The state of the installation. If several reasons stop it, shows the one that affects the most installations. */
function stateBadge(frame: Frame, one: Installation): Html {
  const { blocks, connected } = frame.t;
  if (one.appState === AppState.SUSPENDED) return badge("bad", blocks.appSuspended);
  if (one.appState === AppState.REJECTED) return badge("bad", blocks.appRejected);
  if (one.merchantState === MerchantState.SUSPENDED) return badge("bad", connected.shopSuspendedMark);
  return installationStateBadge(frame, one);
}

function mayConnect({ merchant }: ConnectedAppsView, one: Installation): boolean {
  return mayChange(merchant) && isConnectable(one);
}

function installPath({ clientId }: Installation): string {
  return `/install/${clientId}`;
}

interface ConnectLink {
  label: string;
  /** The label for screen readers, with the name of the app. */
  name: string;
  tone?: "secondary";
}

function connectLink(one: Installation, { label, name, tone }: ConnectLink): Html {
  return html`<a class="button button-small ${tone}" href="${installPath(one)}" aria-label="${name}">${label}</a>`;
}

/** The step that fits the state: pause, resume, or connect again. An app without access has nothing to pause. */
function stateStep(frame: Frame, view: ConnectedAppsView, one: Installation): Html | null {
  const { connected } = frame.t;
  if (one.suspendedByParties.includes(Party.MERCHANT)) return resume(frame, view, one);
  if (hasExpired(one)) {
    const link = { label: connected.connectAgain, name: connected.connectAgainOf(one.appName) };
    return mayConnect(view, one) ? connectLink(one, link) : null;
  }
  if (hasNoAccess(one)) return null;
  const pause = { label: connected.pause, name: connected.pauseOf(one.appName), quiet: true };
  return stepForm(view, one, { step: "pause", ...pause });
}

function hasNoAccess(one: Installation): boolean {
  const stopped = one.appState === AppState.SUSPENDED || one.appState === AppState.REJECTED;
  return stopped || one.merchantState === MerchantState.SUSPENDED || isHeldByOthers(one);
}

/** Resumes the app, or lifts only the merchant's pause of an app that stays without access. */
function resume({ t: { connected } }: Frame, view: ConnectedAppsView, one: Installation): Html {
  const held = isHeldByOthers(one) || one.state === InstallationState.UNINSTALLED;
  const { resume: label, resumeOf, removePause, removePauseOf } = connected;
  return held
    ? stepForm(view, one, { step: "resume", label: removePause, name: removePauseOf(one.appName), quiet: true })
    : stepForm(view, one, { step: "resume", label, name: resumeOf(one.appName) });
}

interface StepButton {
  step: "pause" | "resume";
  label: string;
  name: string;
  /** True if the button is not the way back to a working app. */
  quiet?: boolean;
}

function stepForm({ csrfToken }: ConnectedAppsView, one: Installation, { step, label, name, quiet }: StepButton): Html {
  return html`<form method="post" action="${`/connected-apps/${one.installationId}/${step}`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="${quiet && "secondary outline "}button-small" aria-label="${name}">${label}</button></form>`;
}

function uninstallLink({ t: { connected } }: Frame, one: Installation): Html {
  return html`<a class="button danger outline button-small" href="${`/connected-apps/${one.installationId}/disconnect`}" aria-label="${connected.uninstallOf(one.appName)}">${connected.uninstall} …</a>`;
}

/** The row of an app whose install was not completed, or that was uninstalled. */
export function pastRow(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { marked } = view;
  const { connected } = frame.t;
  const { installationId: id, clientId, appName, logoDigest } = one;
  const link: ConnectLink =
    one.state === InstallationState.UNINSTALLED
      ? { label: connected.installAgain, name: connected.installAgainOf(appName), tone: "secondary" }
      : { label: connected.finish, name: connected.finishOf(appName) };
  const held = one.suspendedByParties.length > 0;
  const mayResume = one.suspendedByParties.includes(Party.MERCHANT) && mayChange(view.merchant);
  return html`<li id="${id}" class="${marked === id && "marked"}" ${marked === id && html`tabindex="-1" data-focus`}>
<div class="app-past">${appLogo(frame, { clientId, name: appName, logoDigest })}
<div><strong dir="auto">${appName}</strong> ${one.test && badge("label", connected.test)}
<p class="muted"><small>${pastText(frame, view, one)}</small></p></div>
${mayResume ? resume(frame, view, one) : mayConnect(view, one) && connectLink(one, link)}</div>
${held && html`<div class="notice notice-warn">${heldBackTexts(frame, view, one).map((text) => html`<p>${text}</p>`)}</div>`}</li>`;
}
