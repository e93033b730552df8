import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { contactFacts } from "../../components/app-card.ts";
import { hasExpired } from "../../components/badges.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { isConnectable, mayChange } from "../../components/installation/merchant-access.ts";
import { isPending } from "../../components/installation/pending.ts";
import { notice } from "../../components/notice.ts";
import { reasonName } from "../../components/reason.ts";
import { alternativesList } from "../../components/sentence-list.ts";
import { supportLink } from "../../components/support-link.ts";
import { withDay } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import type { ConnectedAppsView } from "./read.ts";

/** That the shop is suspended, and that the reader may change nothing and whom to ask. */
export function accessNotices(frame: Frame, { merchant, managers, installations }: ConnectedAppsView): Html {
  const { t, platformName, language } = frame;
  const { connected } = t;
  const since = installations.find(({ merchantSuspendedAt }) => merchantSuspendedAt !== undefined);
  const suspended = () =>
    withDay(frame, since?.merchantSuspendedAt, (day) =>
      connected.shopSuspended(merchant.merchantName, platformName, day),
    );
  const ask = managers.length > 0 && ` ${t.members.ask(alternativesList(language, managers))}`;
  return html`${merchant.merchantState === MerchantState.SUSPENDED && notice("bad", suspended())}
${!mayChange(merchant) && notice("plain", html`${connected.readOnly}${ask}`)}`;
}

/** One reason why an app has no access. */
interface Reason {
  /** The sentence if this is the first reason. */
  first: HtmlValue;
  /** The sentence after another reason. */
  also: HtmlValue;
  /** The merchant can only ask the developer. */
  askDeveloper?: boolean;
  /** The platform stopped the app. */
  byPlatform?: boolean;
  /** The merchant can end it. */
  ownPause?: boolean;
}

/**
 * Says why an installed app has no access and what to do: the reason with the widest effect first, then the others.
 * @param resume the button that ends the merchant's pause, for a pause that is not the first reason
 */
export function reasonsNotice(frame: Frame, view: ConnectedAppsView, one: Installation, resume: Html): Html | null {
  const [first, ...others] = reasonsOf(frame, view, one);
  if (first === undefined) return null;
  const asks = [first, ...others].some(({ askDeveloper }) => askDeveloper);
  // The end of the pause restores no access, so its button stands outside the alert.
  const pause = mayChange(view.merchant) && others.find(({ ownPause }) => ownPause);
  const isOperators = one.suspendedByParties.includes(Party.OPERATOR);
  const given = one.state === InstallationState.SUSPENDED && reasonGiven(frame, one);
  return html`<div class="notice ${isOperators || first.byPlatform ? "notice-fault" : "notice-warn"}"><p>${first.first} ${asks && !first.byPlatform && contact(frame, one)}</p>${others.filter((one) => one !== pause).map(({ also }) => html`<p>${also}</p>`)}${given && html`<p>${given}</p>`}${first.byPlatform && contacts(frame, one, asks)}</div>${
    pause &&
    html`
<div class="notice"><div class="notice-step"><p>${pause.also}</p>${resume}</div></div>`
  }`;
}

function reasonsOf(frame: Frame, view: ConnectedAppsView, one: Installation): Reason[] {
  return [...ofApp(frame, one), ...ofParties(frame, view, one), ...ofExpiry(frame, view, one)];
}

/** The contacts of an installed app that the notice of the reasons does not name. */
export function otherContacts(frame: Frame, view: ConnectedAppsView, one: Installation) {
  const contacts = contactFacts(frame, one);
  const isNamed = reasonsOf(frame, view, one).some(({ askDeveloper }) => askDeveloper);
  return isNamed ? contacts.slice(0, -1) : contacts;
}

/** True if the notice of the reasons says how to contact the platform. */
export function namesPlatform(frame: Frame, view: ConnectedAppsView, one: Installation): boolean {
  return reasonsOf(frame, view, one)[0]?.byPlatform === true;
}

/** Omits the operator's reason, which only the developer may read. */
function ofApp({ t, platformName }: Frame, { appState }: Installation): Reason[] {
  const { stopped } = t.connected;
  if (appState === AppState.SUSPENDED)
    return [{ first: stopped.app(platformName), also: null, askDeveloper: true, byPlatform: true }];
  if (appState === AppState.REJECTED) return [{ first: stopped.rejected(platformName), also: null, byPlatform: true }];
  return [];
}

function ofParties(frame: Frame, { merchant }: ConnectedAppsView, one: Installation): Reason[] {
  if (one.state !== InstallationState.SUSPENDED) return [];
  const { stopped, also } = frame.t.connected;
  const { platformName } = frame;
  const by = (party: Party) => one.suspendedByParties.includes(party);
  // The core has the time of the first suspension only.
  const at: Timestamp | undefined = one.suspendedByParties.length === 1 ? one.suspendedAt : undefined;
  const reasons: Reason[] = [];
  if (by(Party.OPERATOR)) {
    const first = withDay(frame, at, (day) => stopped.operator(platformName, day));
    reasons.push({ first, also: also.operator(platformName), askDeveloper: true, byPlatform: true });
  }
  if (by(Party.APP))
    reasons.push({ first: withDay(frame, at, stopped.developer), also: also.developer, askDeveloper: true });
  const reader = mayChange(merchant) ? "you" : "shop";
  if (by(Party.MERCHANT))
    reasons.push({ first: withDay(frame, at, stopped[reader]), also: also[reader], ownPause: true });
  return reasons;
}

function ofExpiry(frame: Frame, view: ConnectedAppsView, one: Installation): Reason[] {
  if (!hasExpired(one)) return [];
  const end = frame.t.connected[one.tokensRevoked ? "revoked" : "expired"];
  // The page says that the merchant is suspended.
  if (one.merchantState === MerchantState.SUSPENDED) return [{ first: end.also, also: end.also }];
  const { shop, member, inApp } = frame.t.connected.endedAccess;
  const step = mayChange(view.merchant) ? shop : member;
  const text = (day: string) => `${end.on(day)} ${isConnectable(one) ? step : inApp}`;
  return [{ first: withDay(frame, one.tokensExpireAt, text), also: end.also }];
}

/** "Contact the developer", with the help address if the app has one. */
function contact({ t }: Frame, one: Installation): Html {
  const address = helpAddress({ t }, one);
  return html`${t.connected.contact}${address === null ? "." : html`: ${address}.`}`;
}

/** The contacts for the suspension and for the app, if the platform stopped it. */
function contacts(frame: Frame, one: Installation, asksDeveloper: boolean): Html {
  const { suspension, review, app } = frame.t.connected.questions;
  const support = supportLink(frame);
  const help = asksDeveloper && helpAddress(frame, one);
  const about = one.appState === AppState.REJECTED ? review : suspension;
  const lines = [support && html`${about} ${support}`, help && html`${app} ${help}`].filter(Boolean);
  return html`${lines.length > 0 && html`<p>${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>`}${asksDeveloper && !help && html`<p>${contact(frame, one)}</p>`}`;
}

/** "Reason given: Abuse – “Too many calls.”"; null for `OTHER` and codes without a name if there is no text. */
export function reasonGiven(frame: Frame, { reasonCode, reasonText }: ReasonFields): Html | null {
  const { reason, policy } = frame.t.connected;
  const named = reasonCode === "POLICY" ? policy(frame.platformName) : reasonName(frame, reasonCode);
  const name = reasonCode === "OTHER" ? reasonCode : named;
  const parts = [
    name !== reasonCode && html`${name}`,
    reasonText !== "" && html`<q class="lines" dir="auto">${reasonText}</q>`,
  ];
  const [first, second] = parts.filter((part) => part !== false);
  return first === undefined ? null : html`${reason} ${first}${second && html` – ${second}`}`;
}

type ReasonFields = Pick<Installation, "reasonCode" | "reasonText">;

/** That the developer keeps copied data, and how the merchant asks for its deletion. */
export function copiedData(frame: Frame, one: Installation): Html {
  const { data, deletion, theDeveloper } = frame.t.connected.confirm;
  const { supportContact } = one;
  const address = contactFacts(frame, { website: "", supportContact })[0]?.[1];
  const ask = supportContact.includes("@") ? deletion.mail : deletion.web;
  return html`${data(one.developerName || theDeveloper)} ${address === undefined ? deletion.unknown : html`${ask} ${address}.`}`;
}

/** The support address of an app, or else its website; null without both. */
function helpAddress(frame: Pick<Frame, "t">, one: Installation): Html | null {
  return contactFacts(frame, one).at(-1)?.[1] ?? null;
}

/** Says what happened to an app without a current connection, and what to do. */
export function pastText(frame: Frame, view: ConnectedAppsView, one: Installation): HtmlValue {
  const { connected } = frame.t;
  if (isPending(one)) {
    const [stop] = ofApp(frame, one);
    if (stop !== undefined) return html`${stop.first} ${supportLink(frame)}`;
    const { you, shop, inApp } = connected.waiting;
    if (!isConnectable(one)) return inApp;
    return mayChange(view.merchant) ? you : shop;
  }
  const text = withDay(frame, one.endedAt, uninstalledBy(frame, view, one));
  return html`${text}${one.appState === AppState.ARCHIVED && html` ${connected.noLongerOffered}`}`;
}

function uninstalledBy({ t, platformName }: Frame, { merchant }: ConnectedAppsView, { endedBy }: Installation) {
  const { uninstalled } = t.connected;
  if (endedBy === Party.MERCHANT) return mayChange(merchant) ? uninstalled.you : uninstalled.shop;
  if (endedBy === Party.APP) return uninstalled.developer;
  if (endedBy === Party.OPERATOR) return (day: string) => uninstalled.operator(platformName, day);
  return uninstalled.unknown;
}

/** A suspension outlives the installation, and blocks a re-install until the suspending party resumes it. */
export function heldBackTexts({ t, platformName }: Frame, { merchant }: ConnectedAppsView, one: Installation) {
  const { heldBack } = t.connected;
  return one.suspendedByParties.map((party) => {
    if (party === Party.OPERATOR) return heldBack.operator(platformName);
    if (party === Party.APP) return heldBack.developer;
    return mayChange(merchant) ? heldBack.you : heldBack.shop;
  });
}
