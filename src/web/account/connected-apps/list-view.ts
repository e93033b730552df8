import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { smallLogo } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { mayChange, mayConnect } from "../../components/installation/merchant-access.ts";
import { type Column, countedList } from "../../components/list.ts";
import { type ListTab, listFilter } from "../../components/list-filter.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { CONNECTED_APPS } from "../merchant-section.ts";
import { findApps, GROUPS, groupOf, sortApps } from "./filter.ts";
import type { ConnectedAppsView } from "./read.ts";
import { appPath, connectAgainLink, isEnded, mayResumeEnded, resumeForm, stateBadge, stateStep } from "./row-view.ts";

/** A shop with more apps than this gets a list with a row for each app, instead of cards. */
const CARDS_MAX = 8;

/** True if the apps are a list of rows: the list is on one page and longer than `CARDS_MAX`. */
export function isCompact({ installations, token, next }: ConnectedAppsView): boolean {
  return token === "" && next === "" && installations.length > CARDS_MAX;
}

/** The apps as rows, those that need attention first, with a search field and tabs for the states. */
export function appList(frame: Frame, view: ConnectedAppsView): Html {
  const { connected } = frame.t;
  const { installations, merchant, filter } = view;
  const found = findApps(installations, filter.search, frame.language);
  const shown = found.filter((one) => filter.group === null || groupOf(one) === filter.group);
  const list = {
    path: CONNECTED_APPS,
    filter: { merchant: merchant.merchantId, q: filter.search, state: filter.group ?? "" },
    reset: `${CONNECTED_APPS}?${new URLSearchParams({ merchant: merchant.merchantId })}`,
  };
  const search = { name: "q", label: connected.filter.search, value: filter.search };
  const rows = sortApps(shown, frame.language).map((one) => rowOf(frame, view, one));
  const table = { caption: connected.title, columns: columnsOf(frame), rows, none: "", token: "", next: "" };
  return html`<section class="card app-list">
${listFilter(frame, { ...list, search, tabs: { label: connected.filter.group, tabs: tabsOf(frame, view, found) } })}
${countedList(frame, { ...list, ...table, search: filter.search })}</section>`;
}

function columnsOf({ t: { connected } }: Frame): Column[] {
  return [
    connected.filter.app,
    { label: connected.filter.group, phone: "corner" },
    connected.lastUsed,
    { label: connected.connectedSince, phone: "none" },
    { label: connected.filter.action, action: true },
  ];
}

/** A tab for each group that the shop has, with its number of apps. */
function tabsOf({ t }: Frame, { installations, filter }: ConnectedAppsView, found: readonly Installation[]): ListTab[] {
  const { groups } = t.connected.filter;
  const groupsThere = GROUPS.filter((group) => installations.some((one) => groupOf(one) === group));
  const tabs = groupsThere.map((group): ListTab => {
    const count = found.filter((one) => groupOf(one) === group).length;
    const tone = group === "attention" && count > 0 ? "warn" : undefined;
    return { label: groups[group], set: { state: group }, current: filter.group === group, count, tone };
  });
  return [{ label: t.list.all, set: { state: "" }, current: filter.group === null, count: found.length }, ...tabs];
}

function rowOf(frame: Frame, view: ConnectedAppsView, one: Installation): HtmlValue[] {
  const { app, connected } = frame.t;
  const { clientId, logoDigest, appName: name, developerName } = one;
  return [
    html`<div class="app-cell">${smallLogo({ clientId, logoDigest, name })}<div><a href="${appPath(one)}"><strong dir="auto">${name}</strong></a> ${one.test && badge("label", connected.test)}${developerName && html`<small>${app.by(developerName)}</small>`}</div></div>`,
    stateBadge(frame, one),
    formatDay(frame, sinceConnected(one, one.lastUsedAt), connected.neverUsed),
    formatDay(frame, one.connectedAt),
    actionOf(frame, view, one),
  ];
}

/** The step that fits the state, as on a card. The page of the app has the uninstall. */
function actionOf(frame: Frame, view: ConnectedAppsView, one: Installation): HtmlValue {
  if (!mayChange(view.merchant)) return "";
  if (!isEnded(one)) return stateStep(frame, view, one) ?? "";
  if (mayResumeEnded(view, one)) return resumeForm(frame, view, one);
  return mayConnect(view, one) ? connectAgainLink(frame, one) : "";
}
