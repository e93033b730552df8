import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Installation, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { smallLogo } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { mayChange, mayConnect } from "../../components/installation/merchant-access.ts";
import { type Column, countedList, emptyState, noResults, pathWith, type SortedColumn } from "../../components/list.ts";
import { type ListTab, listFilter } from "../../components/list-filter.ts";
import { notice } from "../../components/notice.ts";
import { orderText, type SortedList, sortedColumn, sortField } from "../../components/sort.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { TrailFrame } from "../../components/trail.ts";
import type { Frame } from "../../layout/frame.ts";
import { CONNECTED_APPS } from "../merchant-section.ts";
import { type AppOrder, DEFAULT_ORDER, isStopped, SORT_KEYS } from "./filter.ts";
import type { ConnectedAppsView } from "./read.ts";
import {
  appPath,
  connectAgainLink,
  isEnded,
  lastUse,
  mayPause,
  mayResumeEnded,
  resumeForm,
  stateBadge,
  stateStep,
} from "./row-view.ts";

/** The apps as rows, with a search field and tabs for the states. */
export function appList(frame: Frame & TrailFrame, view: ConnectedAppsView): Html {
  const { t } = frame;
  const { connected } = t;
  const { installations, merchant, filter, order, token, next, total } = view;
  const list = {
    path: CONNECTED_APPS,
    filter: { merchant: merchant.merchantId, q: filter.search, state: filter.group ?? "" },
    sort: order === null || (order.key === DEFAULT_ORDER.key && !order.descending) ? "" : orderText(order),
    reset: `${CONNECTED_APPS}?${new URLSearchParams({ merchant: merchant.merchantId })}`,
  };
  const search = { name: "q", label: connected.filter.search, value: filter.search };
  const rows = installations.map((one) => rowOf(frame, view, one));
  const page = { token, next, total };
  const table = {
    caption: connected.title,
    columns: columnsOf(frame, order && { ...list, order }),
    rows,
    none: "",
    ...page,
  };
  const fields = order === null ? [] : [orderField(frame, order)];
  const content =
    emptyList(frame, view, list.filter) ??
    countedList(frame, { ...list, ...table, search: filter.search, findsParts: true });
  return html`${view.partial && notice("plain", connected.partial)}<section class="card app-list">
${listFilter(frame, { ...list, search, fields, tabs: { label: connected.filter.group, tabs: tabsOf(frame, view) } })}
${content}</section>`;
}

/** The content without an installed app that matches, if uninstalled apps match; null for other lists. */
function emptyList({ t }: Frame, view: ConnectedAppsView, filter: Readonly<Record<string, string>>): Html | null {
  const { connected } = t;
  const { installations, merchant, counts, token, next } = view;
  const isEmpty = installations.length === 0 && token === "" && next === "";
  const hasOthers = counts.some(({ group, found }) => group === "uninstalled" && found > 0);
  if (!isEmpty || view.filter.group !== null || !hasOthers) return null;
  const href = pathWith(CONNECTED_APPS, { ...filter, state: "uninstalled" });
  const action = html`<a class="button secondary" href="${href}">${connected.filter.showUninstalled}</a>`;
  const { search } = view.filter;
  if (search === "") return emptyState({ icon: "plug", title: connected.none(merchant.merchantName), action });
  return noResults(t, search, { findsParts: true, tab: { label: connected.filter.installed, action } });
}

/** @param sorting null for a core that cannot sort */
function columnsOf({ t: { connected } }: Frame, sorting: (SortedList & { order: AppOrder }) | null): Column[] {
  const headOf = (label: string, key: AppOrder["key"], phone?: SortedColumn["phone"]): Column => {
    return sorting === null ? { label, ...(phone && { phone }) } : sortedColumn(sorting, label, firstOrder(key), phone);
  };
  // On a phone, a row has one date; the page of the app has both.
  const byConnection = sorting?.order.key === "connected";
  return [
    headOf(connected.filter.app, "name"),
    headOf(connected.filter.group, "state", "corner"),
    headOf(connected.lastUsed, "used", byConnection ? "none" : undefined),
    headOf(connected.connectedSince, "connected", byConnection ? undefined : "none"),
    { label: connected.filter.action, action: true },
  ];
}

/** The order that the first click on a column selects: times begin with the newest. */
function firstOrder(key: AppOrder["key"]): AppOrder {
  return { key, descending: key === "used" || key === "connected" };
}

/** The order as a field, for narrow screens. */
function orderField({ t }: Frame, order: AppOrder): Html {
  const { sorts } = t.connected.filter;
  const options = SORT_KEYS.map((key) => ({ order: firstOrder(key), label: sorts[key] }));
  return sortField(order, { label: t.list.sort, options });
}

/** A tab for the installed apps, and one for each group that the shop has, with its number of apps. */
function tabsOf({ t }: Frame, { counts, filter }: ConnectedAppsView): ListTab[] {
  const { groups, installed } = t.connected.filter;
  const tabs = counts.map(({ group, found }): ListTab => {
    const tone = group === "attention" && found > 0 ? "warn" : undefined;
    return { label: groups[group], set: { state: group }, current: filter.group === group, count: found, tone };
  });
  const count = counts.filter(({ group }) => group !== "uninstalled").reduce((sum, { found }) => sum + found, 0);
  return [{ label: installed, set: { state: "" }, current: filter.group === null, count }, ...tabs];
}

function rowOf(frame: Frame, view: ConnectedAppsView, one: Installation): HtmlValue[] {
  const { app, connected } = frame.t;
  const { clientId, logoDigest, appName: name, developerName } = one;
  return [
    html`<div class="app-cell">${smallLogo({ clientId, logoDigest, name })}<div><a href="${appPath(one)}"><strong dir="auto">${name}</strong></a> ${one.test && badge("label", connected.test)}${developerName && html`<small>${app.by(developerName)}</small>`}</div></div>`,
    stateBadge(frame, one),
    lastUse(frame, one),
    formatDay(frame, one.connectedAt),
    actionOf(frame, view, one),
  ];
}

/** The step that makes an app work again, or the way to the reason why it does not work; else the way to its page. */
function actionOf(frame: Frame, view: ConnectedAppsView, one: Installation): HtmlValue {
  return stepOf(frame, view, one) ?? reasonLink(frame, view, one) ?? manageLink(frame, view, one);
}

function stepOf(frame: Frame, view: ConnectedAppsView, one: Installation): Html | null {
  if (!mayChange(view.merchant)) return null;
  if (!isEnded(one)) return works(one) ? null : stateStep(frame, view, one);
  if (mayResumeEnded(view, one)) return resumeForm(frame, view, one);
  return mayConnect(view, one) ? connectAgainLink(frame, one) : null;
}

/** True if the next step of an app is to pause it, which its page offers. */
function works(one: Installation): boolean {
  return mayPause(one) && !one.suspendedByParties.includes(Party.MERCHANT);
}

/** Leads to the page of the app, as its name does. Phones do not show it. */
function manageLink({ t: { connected } }: Frame, { merchant }: ConnectedAppsView, one: Installation): Html {
  const { appName } = one;
  const [label, name] = mayChange(merchant)
    ? [connected.manage, connected.manageOf(appName)]
    : [connected.details, connected.detailsOf(appName)];
  return html`<a class="button quiet button-small manage" href="${appPath(one)}" aria-label="${name}">${label}</a>`;
}

/** Leads to the page of an app that the reader cannot make work, which says why. A notice says that the shop is suspended. */
function reasonLink({ t: { connected } }: Frame, { merchant }: ConnectedAppsView, one: Installation): Html | null {
  const isActive = merchant.merchantState === MerchantState.ACTIVE;
  if (isEnded(one) ? !(mayChange(merchant) && isActive) : !isStopped(one)) return null;
  return html`<a class="button secondary outline button-small" href="${appPath(one)}" aria-label="${connected.seeWhyOf(one.appName)}">${connected.seeWhy}</a>`;
}
