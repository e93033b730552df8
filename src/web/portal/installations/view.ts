import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type App, AppState, type AppStatisticsDay } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, hasExpired, installationBadges } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { countedList, filterForm, pathWith } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { reasonName } from "../../components/reason.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appCrumbs, appTabs, pathOf } from "../own-app.ts";
import { chartsView } from "./charts-view.ts";
import { HEALTHS, type InstallationFilter, STATES } from "./filter.ts";
import { healthSummary } from "./health.ts";
import { dateOf, recently } from "./times.ts";

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
  const named = [columns.merchant, columns.state, texts.health, columns.refreshed, texts.connected];
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
${countedList(context, { caption: texts.title, columns: named, rows, none: texts.none, path, filter, token, next })}</section>`;
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
  return [
    html`<a href="${`${path}/${one.installationId}`}"><strong dir="auto">${one.merchantName}</strong></a> ${one.test && badge("label", t.merchant.test)}<br><small><code>${one.merchantId}</code></small>`,
    state(context, one),
    healthSummary(context, one),
    recently(context, sinceConnected(one, one.lastRefreshedAt), texts.never),
    dateOf(context, one.connectedAt),
  ];
}

/** A badge for each state that is an exception, and in one line its party and the name of its reason. */
function state(context: PageContext, one: Installation): HtmlValue {
  const { t } = context;
  if (isUndisturbed(one)) return t.states.active;
  const badges = installationBadges(context, one);
  if (one.state !== InstallationState.SUSPENDED) return badges;
  const by = t.portal.installations.heldBy[wordOf(Party, one.suspendedBy) as "operator" | "merchant" | "app"];
  const reason = reasonName(context, one.reasonCode);
  return html`${badges}<br><small class="muted">${by}${reason !== one.reasonCode && `: ${reason}`}</small>`;
}

function isUndisturbed(one: Installation): boolean {
  const isBlocked =
    one.appState === AppState.SUSPENDED ||
    one.appState === AppState.REJECTED ||
    one.merchantState === MerchantState.SUSPENDED;
  return one.state === InstallationState.ACTIVE && !hasExpired(one) && !isBlocked;
}
