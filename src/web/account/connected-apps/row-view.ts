import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo, contactFacts } from "../../components/app-card.ts";
import { badge, hasExpired, installationStateBadge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html, safeLink } from "../../components/html.ts";
import { installPath } from "../../components/installation/install-path.ts";
import { mayChange, mayConnect } from "../../components/installation/merchant-access.ts";
import { isPending } from "../../components/installation/pending.ts";
import { statusMessage } from "../../components/notice.ts";
import type { Crumb } from "../../components/page-header.ts";
import { personName } from "../../components/person-name.ts";
import { lastUseOf } from "../../components/since-connected.ts";
import { supportLink } from "../../components/support-link.ts";
import { formatDay, formatRecentDay } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { CONNECTED_APPS } from "../merchant-section.ts";
import { isAppStopped, isStopped } from "./filter.ts";
import { permissions } from "./permissions-view.ts";
import type { ConnectedAppsView } from "./read.ts";
import { heldBackTexts, otherContacts, pastText, reasonsNotice } from "./reasons-view.ts";

/** The card of an installed app: maker, state, actions with the uninstall as the last one, and permissions. */
export function appRow(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { connected } = frame.t;
  const { installationId: id, clientId, appName: name, logoDigest } = one;
  const reasons = reasonsNotice(frame, view, one, resumeForm(frame, view, one));
  return html`<li id="${id}" class="card app-item ${view.marked === id && "marked"}" ${view.marked === id && html`tabindex="-1" data-focus`}>
<div class="app-head">${appLogo(frame, { clientId, name, logoDigest })}
<div><h2><a href="${appPath(one)}" dir="auto">${name}</a> ${stateBadge(frame, one)} ${one.test && badge("label", connected.test)}</h2>
<p class="maker app-facts">${makerFacts(frame, one)}</p></div></div>
${resultOf(view, one)}
${reasons}
${cardActions(frame, view, one)}
${permissions(frame, view, one, reasons !== null || hasNoAccess(one))}
${connectionFacts(frame, view, one)}
</li>`;
}

/** The result of the last action, in the card of its app. */
function resultOf({ marked, done }: ConnectedAppsView, { installationId }: Installation): Html | null {
  return marked === installationId && done !== "" ? statusMessage(done) : null;
}

function cardActions(frame: Frame, view: ConnectedAppsView, one: Installation): Html | null {
  const open = openLink(frame, one);
  if (!mayChange(view.merchant)) return open && html`<div class="buttons">${open}</div>`;
  return html`<div class="buttons">${open}${stateStep(frame, view, one)}${uninstallLink(frame, one)}</div>`;
}

/** Developer and last use. */
function makerFacts(frame: Frame, one: Installation): Html[] {
  const { app, connected } = frame.t;
  const used = html`${connected.lastUsed}: ${formatRecentDay(frame, lastUseOf(one), connected.neverUsedInLine)}`;
  const facts: HtmlValue[] = [one.developerName && app.by(one.developerName), used];
  return facts.filter(Boolean).map((fact) => html`<span>${fact}</span> `);
}

/** Since when the app is connected and by whom, and its website and support. */
function connectionFacts(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { connected } = frame.t;
  const by =
    one.connectedByName &&
    html` ${connected.connectedBy} <span dir="auto">${personName(frame, one.connectedByName)}</span>`;
  const facts: HtmlValue[] = [
    html`${connected.connectedSince} ${formatDay(frame, one.connectedAt)}${by}`,
    ...otherContacts(frame, view, one).map(([label, address]) => html`${label}: ${address}`),
  ];
  return html`<p class="app-facts app-footer">${facts.map((fact) => html`<span>${fact}</span> `)}</p>`;
}

/** True for an app without a current connection. */
export function isEnded({ state }: Installation): boolean {
  return state === InstallationState.UNINSTALLED || state === InstallationState.PENDING;
}

/** The page of an app. */
export function appPath({ installationId }: Installation): string {
  return `${CONNECTED_APPS}/${installationId}`;
}

/** The breadcrumbs of the pages below that of an app. */
export function appCrumbs(frame: Frame, one: Installation): Crumb[] {
  return [listCrumb(frame, one), { href: appPath(one), label: one.appName }];
}

/** Leads to the list of the app's shop. */
export function listCrumb({ t }: Frame, { merchantId: merchant }: Installation): Crumb {
  return { href: `${CONNECTED_APPS}?${new URLSearchParams({ merchant })}`, label: t.connected.title };
}

/** The state of the installation. If several reasons stop it, shows the one that affects the most installations. */
export function stateBadge(frame: Frame, one: Installation): Html {
  const { blocks, connected } = frame.t;
  if (one.state === InstallationState.UNINSTALLED && !isPending(one)) return installationStateBadge(frame, one);
  if (one.appState === AppState.SUSPENDED) return badge("bad", blocks.appSuspended);
  if (one.appState === AppState.REJECTED) return badge("bad", blocks.appRejected);
  if (one.merchantState === MerchantState.SUSPENDED) return badge("bad", connected.shopSuspendedMark);
  return installationStateBadge(frame, one);
}

interface ConnectLink {
  label: string;
  /** The label for screen readers, with the name of the app. */
  name: string;
  tone?: "secondary" | undefined;
}

/** The way back to a working app: finish connecting, or connect again. The button is quiet for an app that was uninstalled. */
export function connectAgainLink({ t: { connected } }: Frame, one: Installation): Html {
  const { appName: name, state } = one;
  if (isPending(one)) return connectLink(one, { label: connected.finish, name: connected.finishOf(name) });
  const tone = state === InstallationState.UNINSTALLED ? "secondary" : undefined;
  return connectLink(one, { label: connected.connectAgain, name: connected.connectAgainOf(name), tone });
}

function connectLink(one: Installation, { label, name, tone }: ConnectLink): Html {
  return html`<a class="button button-small ${tone}" href="${installPath(one)}" aria-label="${name}">${label}</a>`;
}

/** `primary`: on the page of an app, whose most important step it is. `row`: in a list. */
type StepLook = "primary" | "row";

/** The step that fits the state: pause, resume, or connect again. An app without access has nothing to pause. */
export function stateStep(
  frame: Frame,
  view: ConnectedAppsView,
  one: Installation,
  look: StepLook = "row",
): Html | null {
  const { connected } = frame.t;
  // A resume does not make a stopped app work, so its button stands beside the sentence about the pause.
  if (one.suspendedByParties.includes(Party.MERCHANT))
    return isStopped(one) ? null : resumeForm(frame, view, one, look);
  if (hasExpired(one)) return mayConnect(view, one) ? connectAgainLink(frame, one) : null;
  if (hasNoAccess(one)) return null;
  const pause = { label: connected.pause, name: connected.pauseOf(one.appName), quiet: true };
  return stepForm(view, one, { step: "pause", ...pause });
}

/** True if an installed app works, so that the merchant can pause it. */
export function mayPause(one: Installation): boolean {
  return !(isEnded(one) || hasNoAccess(one) || hasExpired(one));
}

/** True if the platform or the developer stopped the app, or the platform the shop. */
export function hasNoAccess(one: Installation): boolean {
  return isStopped(one) || one.merchantState === MerchantState.SUSPENDED;
}

/** Ends the merchant's pause. The button is quiet for an app that stays without access. */
export function resumeForm(
  { t: { connected } }: Frame,
  view: ConnectedAppsView,
  one: Installation,
  look: StepLook = "row",
): Html {
  const held = hasNoAccess(one) || one.state === InstallationState.UNINSTALLED;
  return stepForm(view, one, {
    step: "resume",
    label: connected.resume,
    name: connected.resumeOf(one.appName),
    quiet: held || look === "row",
  });
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

/** The address of an app that works: its website. Null for an app without access or without a website. */
export function openUrl(one: Installation): string | null {
  const works = one.state === InstallationState.ACTIVE && mayPause(one);
  return works && one.website.startsWith("https://") ? safeLink(one.website) : null;
}

/** Leads to the app; null if there is nothing to open. */
export function openLink({ t: { connected } }: Frame, one: Installation): Html | null {
  const href = openUrl(one);
  if (href === null) return null;
  return html`<a class="button secondary outline button-small" href="${href}" rel="noopener noreferrer nofollow" target="_blank" aria-label="${connected.openOf(one.appName)}">${connected.open}</a>`;
}

/** The day of the last use, for a cell of its own. */
export function lastUse(frame: Frame, one: Installation): Html | string {
  const { connected } = frame.t;
  return formatRecentDay(frame, lastUseOf(one), connected.neverUsed, { starts: true });
}

/** Leads to the page that asks before the uninstall. It is the last action of an installed app. */
export function uninstallLink({ t: { connected } }: Frame, one: Installation): Html {
  const { installationId, appName } = one;
  return html`<a class="button danger outline button-small" href="${`/connected-apps/${installationId}/disconnect`}" aria-label="${connected.uninstallOf(appName)}">${connected.uninstall} …</a>`;
}

/** The row of an app whose install was not completed, or that was uninstalled. The result of the last action stands above the list. */
export function pastRow(frame: Frame, view: ConnectedAppsView, one: Installation): Html {
  const { marked, done } = view;
  const { connected } = frame.t;
  const { installationId: id, clientId, appName, logoDigest } = one;
  const held = one.suspendedByParties.length > 0;
  const stopped = isPending(one) && isAppStopped(one);
  return html`<li id="${id}" class="${marked === id && "marked"}" ${marked === id && done === "" && html`tabindex="-1" data-focus`}>
<div class="app-past">${appLogo(frame, { clientId, name: appName, logoDigest })}
<div><a href="${appPath(one)}"><strong dir="auto">${appName}</strong></a> ${stopped && stateBadge(frame, one)} ${one.test && badge("label", connected.test)}
<p class="muted"><small>${pastText(frame, view, one)}${one.endedBy === Party.OPERATOR && !isPending(one) && html` ${supportLink(frame)}`}</small></p>${pastContacts(frame, one)}</div>
${mayResumeEnded(view, one) ? resumeForm(frame, view, one) : mayConnect(view, one) && connectAgainLink(frame, one)}</div>
${held && html`<div class="notice notice-warn">${heldBackTexts(frame, view, one).map((text) => html`<p>${text}</p>`)}</div>`}</li>`;
}

/** The developer, and its support or else its website. */
function pastContacts(frame: Frame, one: Installation): Html | null {
  const [label, address] = contactFacts(frame, one).at(-1) ?? [];
  const all = [one.developerName && frame.t.app.by(one.developerName), address && html`${label}: ${address}`];
  const facts = all.filter(Boolean).map((fact) => html`<span>${fact}</span> `);
  return facts.length === 0 ? null : html`<p class="row-details">${facts}</p>`;
}

/** True if the merchant paused an app that is not connected, which it must resume before it connects the app again. */
export function mayResumeEnded({ merchant }: ConnectedAppsView, one: Installation): boolean {
  return one.suspendedByParties.includes(Party.MERCHANT) && mayChange(merchant);
}
