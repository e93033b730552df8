import type { App, AppStatisticsDay } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { copyBox } from "../../components/copy.ts";
import { selectField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type Counts, connectedOf, tabOf } from "../../components/installation/health-tabs.ts";
import { recordedTime } from "../../components/installation/recorded-time.ts";
import { verdictOf } from "../../components/installation/verdict.ts";
import { verdictCell } from "../../components/installation/verdict-view.ts";
import { countedList, emptyState, noResults, pathWith } from "../../components/list.ts";
import { countText, listFilter } from "../../components/list-filter.ts";
import { linkButton, tabHeading } from "../../components/page-header.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appHeader } from "../app-header.ts";
import { pathOf } from "../own-app.ts";
import { chartsView } from "./charts-view.ts";
import { type InstallationFilter, SORTS, type SortName } from "./filter.ts";
import { filterTabs, type PortalTab } from "./filter-tabs.ts";

export interface InstallationsView {
  app: App;
  installations: readonly Installation[];
  installationCount: number;
  /** Null if the core cannot count. */
  counts: Counts | null;
  filter: InstallationFilter;
  sort: SortName | null;
  token: string;
  next: string;
  /** The counts of the last days; null if the page shows a filtered or later part of the list. */
  days: readonly AppStatisticsDay[] | null;
}

export function installationsPage(context: PageContext, view: InstallationsView): Html {
  const { t } = context;
  const texts = t.portal.installations;
  const { app, installationCount, filter, sort, counts } = view;
  const path = `${pathOf(app)}/installations`;
  const search = {
    path,
    filter,
    sort: sort ?? "",
    fields: [sortMenu(context, sort)],
    search: { name: "search", label: texts.search, value: filter.search },
    tabs: { label: context.t.installation.tabsLabel, tabs: filterTabs(context, filter, counts) },
  };
  const isEmpty = view.installations.length === 0 && view.next === "";
  const actions = isEmpty ? null : linkButton(pathWith(`${path}.csv`, filter), texts.export, "secondary");
  const isUnused = isEmpty && view.days !== null;
  return html`${appHeader(context, app, actions)}
${tabHeading({ title: texts.title, lead: leadOf(context, counts, installationCount) })}
<section class="card installation-list" aria-label="${texts.title}">
${isUnused ? unused(context, app) : html`${listFilter(context, search)}${list(context, path, view)}`}</section>
${view.days && chartsView(context, path, view.days)}`;
}

/** The numbers of the tabs. Without exact counts, the installed ones take the place of those by health. */
function leadOf({ t, language }: PageContext, counts: Counts | null, installed: number): string {
  const { apps, installations } = t.portal;
  if (counts === null) return t.installationCount(installed);
  const { healthy, expiresSoon, needsAttention, suspended, uninstalled, partial } = counts;
  const active = installations.activeCount(healthy);
  const others = [
    expiresSoon > 0 && installations.expiring(expiresSoon),
    needsAttention > 0 && apps.attention(needsAttention),
    suspended > 0 && installations.otherCounts.suspended(countText(language, suspended)),
  ].filter((text) => text !== false);
  const all = `${t.installationCount(connectedOf(counts))}: ${[active, ...others].join(", ")}`;
  const exact = others.length === 0 ? active : all;
  const ended = uninstalled > 0 && installations.otherCounts.uninstalled(countText(language, uninstalled));
  return [partial ? t.installationCount(installed) : exact, ended].filter(Boolean).join(" · ");
}

function sortMenu({ t }: PageContext, sort: SortName | null): Html {
  const { sorts } = t.portal.installations;
  const options = ["", ...Object.keys(SORTS)].map((value) => ({ value, label: sorts[value as SortName | ""] }));
  return selectField({ name: "sort", label: t.list.sort, options, value: sort ?? "", optional: true });
}

function list(context: PageContext, path: string, view: InstallationsView): Html {
  const texts = context.t.portal.installations;
  const { installations, filter, token, next } = view;
  const sort = view.sort ?? "";
  const { search } = filter;
  const tab = tabOf(filter);
  const isEmpty = installations.length === 0 && token === "" && next === "";
  if (isEmpty && search === "" && tab !== undefined) {
    const { title, text } = texts.noneIn[tab as PortalTab];
    return emptyState({ icon: "store", title, text, action: html`<a href="${path}">${texts.showAll}</a>` });
  }
  if (isEmpty && tab !== undefined && tab !== "all") {
    const action = linkButton(pathWith(path, { search }), texts.searchAll, "secondary");
    return noResults(context.t, search, { findsParts: true, tab: { label: context.t.installation.tabs[tab], action } });
  }
  const { columns } = texts;
  const named = [
    columns.merchant,
    { label: texts.health, phone: "corner" as const },
    columns.refreshed,
    { label: texts.connected, phone: "none" as const },
  ];
  const rows = installations.map((one) => row(context, path, one));
  return countedList(context, {
    ...{ caption: texts.title, columns: named, rows, none: texts.none, path, filter, sort, token, next },
    ...{ search: filter.search, findsParts: true },
  });
}

/** The first step of an app that no merchant has installed yet. */
function unused({ t }: PageContext, app: App): Html {
  const texts = t.portal.installations;
  if (app.installUrl === "")
    return emptyState({
      icon: "store",
      title: texts.none,
      text: texts.noneYetTest,
      action: html`<a href="/portal/test-merchants">${texts.testMerchants}</a>`,
    });
  return html`${emptyState({ icon: "store", title: texts.none, text: texts.noneYetLive })}
${copyBox(t, { id: "install-link", label: t.portal.app.installLink.link, value: app.installUrl })}`;
}

function row(context: PageContext, path: string, one: Installation): HtmlValue[] {
  const { t } = context;
  const { never } = t.portal.installations;
  const isEnded = one.state === InstallationState.UNINSTALLED;
  const refreshed = recordedTime(context, sinceConnected(one, one.lastRefreshedAt), never);
  return [
    html`<a href="${`${path}/${one.installationId}`}"><strong dir="auto">${one.merchantName}</strong></a> ${one.test && badge("label", t.merchant.test)}<br><small><code>${one.merchantId}</code></small>`,
    verdictCell(context, one, { verdict: verdictOf(one), audience: "developer" }),
    isEnded ? "–" : refreshed,
    formatTimestamp(context, one.connectedAt),
  ];
}
