import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  type Installation,
  InstallationAction,
  InstallationState,
  Party,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { appLogo, contactFacts, privacyFact, verificationBadge } from "../../components/app-card.ts";
import { badge, badgeRow, hasExpired } from "../../components/badges.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { EXPIRY_SHOWN_DAYS } from "../../components/installation/expiry-fact.ts";
import { mayChange, mayConnect } from "../../components/installation/merchant-access.ts";
import { isPending } from "../../components/installation/pending.ts";
import { factList } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { supportLink } from "../../components/support-link.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import type { AppHistory } from "./history.ts";
import { byPerson, historyCard } from "./history-view.ts";
import type { RequestedPermissions } from "./permission-change.ts";
import { permissionsCard } from "./permissions-view.ts";
import type { ConnectedAppsView } from "./read.ts";
import {
  accessNotices,
  copiedData,
  heldBackTexts,
  namesPlatform,
  otherContacts,
  pastText,
  reasonGiven,
  reasonsNotice,
} from "./reasons-view.ts";
import {
  connectAgainLink,
  hasNoAccess,
  isEnded,
  lastUse,
  listCrumb,
  mayPause,
  mayResumeEnded,
  openLink,
  openUrl,
  resumeForm,
  stateBadge,
  stateStep,
  uninstallLink,
} from "./row-view.ts";

export interface AppPageView extends ConnectedAppsView {
  requested: RequestedPermissions;
  /** The newest events; null if they are not known. */
  history: AppHistory | null;
  /** The account of the reader. */
  accountId: string;
}

/** The page of one app: state with its reasons, actions, permissions and details. */
export function connectedAppPage(frame: Frame, view: AppPageView, one: Installation): Html {
  const { connected } = frame.t;
  const { clientId, appName: name, logoDigest } = one;
  const isPast = isEnded(one);
  const reasons = isPast ? null : reasonsNotice(frame, view, one, resumeForm(frame, view, one));
  const stopped = isPast || reasons !== null || hasNoAccess(one);
  const step = hasActions(view, one) && html`<div class="buttons">${actions(frame, view, one)}</div>`;
  const header = pageHeader(frame, {
    crumbs: [listCrumb(frame, one)],
    image: appLogo(frame, { clientId, name, logoDigest }),
    title: name,
    badges: badgeRow([stateBadge(frame, one), one.test && badge("label", connected.test)]),
    lead: leadOf(frame, view, one),
    actions: step,
  });
  return html`<article class="connected-app">${header}
${accessNotices(frame, view)}
${reasons}
${isPast && ended(frame, view, one)}
<div class="two-columns app-columns">${permissionsCard(frame, view, one, { stopped, ...view.requested })}
<section class="card" aria-labelledby="details"><h2 id="details">${connected.details}</h2>${factList(facts(frame, view, one))}</section>
${view.history && historyCard(frame, { ...view, one, history: view.history })}</div>
</article>`;
}

/** The developer, whether the app is reviewed unless the platform suspended it, and the effects of the buttons. */
function leadOf(frame: Frame, { merchant }: ConnectedAppsView, one: Installation): Html {
  const { t } = frame;
  const effects = mayChange(merchant) && mayPause(one) && html`<small>${t.connected.effects}</small>`;
  const isReviewed = one.appState === AppState.APPROVED;
  const isSuspended = one.suspendedByParties.includes(Party.OPERATOR);
  const review = (isReviewed || one.test) && !isSuspended && verificationBadge(frame, { verified: isReviewed });
  return html`${one.developerName && html`<span>${t.app.by(one.developerName)}</span>`} ${review}${effects}`;
}

function hasActions({ merchant }: ConnectedAppsView, one: Installation): boolean {
  return mayChange(merchant) || openUrl(one) !== null;
}

function actions(frame: Frame, view: ConnectedAppsView, one: Installation): HtmlValue {
  const open = openLink(frame, one);
  if (!mayChange(view.merchant)) return open;
  if (!isEnded(one)) return html`${open}${stateStep(frame, view, one, "primary")}${uninstallLink(frame, one)}`;
  if (mayResumeEnded(view, one)) return resumeForm(frame, view, one);
  return mayConnect(view, one) ? connectAgainLink(frame, one) : null;
}

/** The past of an app without a current connection, the parties that hold it back, and what stays with the developer. */
function ended(frame: Frame, view: AppPageView, one: Installation): Html {
  const held = heldBackTexts(frame, view, one).map((text) => html`<p>${text}</p>`);
  const isUninstalled = one.state === InstallationState.UNINSTALLED && !isPending(one);
  const data = isUninstalled && html`<p>${copiedData(frame, one)}</p>`;
  return html`<div class="notice ${held.length > 0 && "notice-warn"}"><p>${pastText(frame, view, one)}</p>${isUninstalled && byOperator(frame, view, one)}${held}${data}</div>`;
}

/** The reason for an uninstall by the platform, as far as the history has it, and whom to ask about it. */
function byOperator(frame: Frame, { history }: AppPageView, { endedBy }: Installation): Html | null {
  if (endedBy !== Party.OPERATOR) return null;
  const event = history?.entries.find(({ action }) => action === InstallationAction.UNINSTALLED);
  const given = event !== undefined && reasonGiven(frame, event);
  const support = supportLink(frame);
  return html`${given && html`<p>${given}</p>`}${support && html`<p>${frame.t.connected.questions.uninstall} ${support}</p>`}`;
}

/** The day on which the access of an active app expires, if it is near. */
function expiry(frame: Frame, one: Installation): (readonly [string, HtmlValue])[] {
  const { state, tokensExpireAt: at } = one;
  const isNear = at !== undefined && timestampMs(at) < Date.now() + EXPIRY_SHOWN_DAYS * 86_400_000;
  if (state !== InstallationState.ACTIVE || !isNear || hasExpired(one)) return [];
  const note = html`<small class="muted fact-note">${frame.t.connected.expiryMeans}</small>`;
  return [[frame.t.installation.accessExpires, html`${formatDay(frame, at)}${note}`]];
}

function facts(frame: Frame, view: AppPageView, one: Installation): (readonly [HtmlValue, HtmlValue])[] {
  const { connected } = frame.t;
  const person = { name: one.connectedByName, isReader: one.connectedByAccountId === view.accountId };
  const by = person.name !== "" && html` <small class="muted fact-note">${byPerson(frame, person)}</small>`;
  const since: (readonly [HtmlValue, HtmlValue])[] =
    one.connectedAt === undefined ? [] : [[connected.connectedSince, html`${formatDay(frame, one.connectedAt)}${by}`]];
  const privacyPolicy = privacyFact(frame, one);
  const used = lastUse(frame, one);
  const support = isEnded(one) || namesPlatform(frame, view, one) ? null : supportLink(frame);
  return [
    ...since,
    [connected.lastUsed, html`${used}<small class="muted fact-note">${connected.lastUsedMeans}</small>`],
    ...expiry(frame, one),
    ...(isEnded(one) ? contactFacts(frame, one) : otherContacts(frame, view, one)),
    privacyPolicy ?? [frame.t.app.privacyPolicy, connected.noPrivacyPolicy],
    ...(support === null ? [] : [[connected.wrong, support] as const]),
  ];
}
