import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { smallLogo } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { mayChange, mayConnect } from "../../components/installation/merchant-access.ts";
import { type Column, countedList, type SortedColumn } from "../../components/list.ts";
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
  mayResumeEnded,
  openLink,
  resumeForm,
  stateBadge,
  stateStep,
  withUninstall,
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
  return html`${view.partial && notice("plain", connected.partial)}<section class="card app-list">
${listFilter(frame, { ...list, search, fields, tabs: { label: connected.filter.group, tabs: tabsOf(frame, view) } })}
${countedList(frame, { ...list, ...table, search: filter.search, findsParts: true })}</section>`;
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

/** A tab for each group that the shop has, with its number of apps. */
function tabsOf({ t }: Frame, { counts, filter }: ConnectedAppsView): ListTab[] {
  const { groups } = t.connected.filter;
  const tabs = counts.map(({ group, found }): ListTab => {
    const tone = group === "attention" && found > 0 ? "warn" : undefined;
    return { label: groups[group], set: { state: group }, current: filter.group === group, count: found, tone };
  });
  const all = counts.reduce((sum, { found }) => sum + found, 0);
  return [{ label: t.list.all, set: { state: "" }, current: filter.group === null, count: all }, ...tabs];
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

/** The link to an app that works; the step that fits the state, as on a card, or the way to the reason; then the uninstall. */
function actionOf(frame: Frame, view: ConnectedAppsView, one: Installation): HtmlValue {
  const step = stepOf(frame, view, one) ?? reasonLink(frame, view, one);
  const open = openLink(frame, one);
  if (isEnded(one) || !mayChange(view.merchant)) return html`${open}${step}`;
  return html`<div class="row-steps">${withUninstall(frame, one, [open, step])}</div>`;
}

function stepOf(frame: Frame, view: ConnectedAppsView, one: Installation): Html | null {
  if (!mayChange(view.merchant)) return null;
  if (!isEnded(one)) return stateStep(frame, view, one);
  if (mayResumeEnded(view, one)) return resumeForm(frame, view, one);
  return mayConnect(view, one) ? connectAgainLink(frame, one) : null;
}

/** Leads to the page of an app that the reader cannot make work, which says why. A notice says that the shop is suspended. */
function reasonLink({ t: { connected } }: Frame, { merchant }: ConnectedAppsView, one: Installation): Html | null {
  const isActive = merchant.merchantState === MerchantState.ACTIVE;
  if (isEnded(one) ? !(mayChange(merchant) && isActive) : !isStopped(one)) return null;
  return html`<a class="button secondary outline button-small" href="${appPath(one)}" aria-label="${connected.seeWhyOf(one.appName)}">${connected.seeWhy}</a>`;
}
