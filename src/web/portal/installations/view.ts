import type { App, AppStatisticsDay } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { partyName } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { countedList, filterForm, pathWith } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { reasonText } from "../../components/reason.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appCrumbs, appTabs, pathOf } from "../own-app.ts";
import { chartsView } from "./charts-view.ts";
import { HEALTHS, type InstallationFilter, STATES } from "./filter.ts";
import { daysLeft, failure } from "./health.ts";

export interface InstallationsView {
  app: App;
  installations: readonly Installation[];
  installationCount: number;
  /** The number of installations whose tokens have expired; undefined if they were not counted. */
  expiredInstallationCount: number | undefined;
  filter: InstallationFilter;
  token: string;
  next: string;
  /** The counts of the last days; null if the page shows a filtered or later part of the list. */
  days: readonly AppStatisticsDay[] | null;
}

export function installationsPage(context: PageContext, view: InstallationsView): Html {
  const { t } = context;
  const texts = t.portal.installations;
  const { app, installations, installationCount, expiredInstallationCount, filter, token, next } = view;
  const path = `${pathOf(app)}/installations`;
  const { columns } = texts;
  const rows = installations.map((one) => row(context, path, one));
  const named = [columns.merchant, columns.state, texts.connected, columns.refreshed, columns.failed, columns.expires];
  return html`${pageHeader(context, {
    crumbs: appCrumbs(context, app),
    title: texts.title,
    lead: t.installationCount(installationCount, expiredInstallationCount),
    actions: linkButton(pathWith(`${path}.csv`, filter), texts.export, "secondary"),
    tabs: appTabs(context, app),
  })}
${view.days && chartsView(context, view.days)}
<section class="card">
${search(context, path, filter)}
${countedList(context, { caption: texts.title, columns: named, rows, none: texts.none, path, filter, token, next })}
<p class="muted"><small>${texts.accuracy}</small></p></section>`;
}

function search(context: PageContext, path: string, filter: InstallationFilter): Html {
  const { t } = context;
  const texts = t.portal.installations;
  const choice = (
    name: "state" | "health",
    label: string,
    words: readonly string[],
    names: Readonly<Record<string, string>>,
  ) =>
    selectField({
      name,
      label,
      options: [{ value: "", label: t.list.all }, ...words.map((value) => ({ value, label: names[value] ?? value }))],
      value: filter[name],
      optional: true,
    });
  return filterForm(context, path, [
    inputField({ name: "search", label: texts.search, type: "search", value: filter.search, optional: true }),
    choice("state", texts.columns.state, STATES, { ...t.states, suspended: t.states.stopped }),
    choice("health", texts.health, HEALTHS, texts.healths),
  ]);
}

function row(context: PageContext, path: string, one: Installation): HtmlValue[] {
  const { t } = context;
  const texts = t.portal.installations;
  const held =
    one.state === InstallationState.SUSPENDED &&
    html`<br><small>${texts.suspendedByOther(partyName(context, one.suspendedBy))} ${reasonText(context, one)}</small>`;
  const ended = one.state === InstallationState.UNINSTALLED;
  return [
    html`<a href="${`${path}/${one.installationId}`}"><strong dir="auto">${one.merchantName}</strong></a> ${one.test && badge("label", t.merchant.test)}<br><small><code>${one.merchantId}</code></small>`,
    html`${installationBadges(context, one)}${held}`,
    formatTimestamp(context, one.connectedAt, "–"),
    formatTimestamp(context, sinceConnected(one, one.lastRefreshedAt), texts.never),
    failure(context, one),
    ended ? "–" : daysLeft(context, one.tokensExpireAt),
  ];
}
