import type {
  DashboardPeriod,
  ExpiringCredential,
  GetDashboardResponse,
} from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { ErrorClass } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { formatCount, formatWhole } from "../../components/chart.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { Counts } from "../../components/installation/health-tabs.ts";
import { listTable } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { errorClassesOf, wholeShares } from "../../components/platform/sums.ts";
import { formatDayAndDistance } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { chartsExport, chartsView, usualOf } from "./charts-view.ts";
import { failingApps } from "./failing-apps-view.ts";
import { healthView } from "./health-view.ts";
import type { Shown } from "./period.ts";
import type { PeriodForm } from "./period-form.ts";
import { periodHeading } from "./period-heading.ts";
import { tasksOf, verdictView } from "./verdict-view.ts";

export interface DashboardView {
  dashboard: GetDashboardResponse;
  queue: GetReviewQueueResponse;
  /** The health of all installations; null if the core cannot count it. */
  health: Counts | null;
  /** The period of the charts. */
  shown: Shown;
  form: PeriodForm;
}

export function dashboardPage(context: PageContext, view: DashboardView): Page {
  const { dashboard: texts } = context.t.console;
  const tasks = tasksOf(context, view);
  const body = html`${pageHeader(context, { title: texts.title, lead: texts.lead(timeNow()), actions: chartsExport(context, view) })}
${verdictView(context, view, tasks)}
${chartsView(context, view)}
${lists(context, view)}
${healthView(context, view.health)}`;
  return { title: texts.title, body, status: view.form.errors.length > 0 ? 400 : 200 };
}

/** The time of the figures, such as "14:05". */
function timeNow(): string {
  return new Date().toISOString().slice("2026-01-31T".length, "2026-01-31T14:05".length);
}

/** The failures side by side, and the credentials that expire soon. */
function lists(context: PageContext, { dashboard, shown }: DashboardView): Html | null {
  const { failures: apps } = shown;
  const errors = errorRows(context, shown.counts);
  const byApp = apps.length > 0 && failingApps(context, apps, { shown, usual: usualOf(dashboard, shown) });
  const byKind = errors.length > 0 && classes(context, errors, shown);
  // Counts of different times do not stand beside each other.
  const isApart = shown.failuresName !== shown.name;
  const cards = [byKind, byApp, dashboard.expiring.length > 0 && expiring(context, dashboard.expiring)];
  return cards.some(Boolean)
    ? html`<div class="${isApart ? "columns dashboard-lists apart" : "columns dashboard-lists"}">${cards}</div>`
    : null;
}

function classes({ t }: PageContext, rows: HtmlValue[][], { name }: Shown): Html {
  const { dashboard: texts } = t.console;
  const columns = [texts.errorClass, texts.errorCount, texts.errorShare];
  const table = { caption: `${texts.classes}, ${name}`, columns, rows, none: "" };
  return html`<section class="card numbers" aria-labelledby="classes">${periodHeading("classes", texts.classes, name)}
${listTable(table)}</section>`;
}

/** The pages that explain the classes of errors. */
const EXPLAINED: Readonly<Record<string, string>> = {
  client: "/docs/errors#invalid_client",
  grant: "/docs/errors#invalid_grant",
  request: "/docs/errors#invalid_request",
  rate_limit: "/docs/errors#fails",
  service_key: "/console/keys",
  unavailable: "/docs/errors#temporarily_unavailable",
  internal: "/docs/errors#server_error",
};

/** The classes that have errors, most frequent first. */
function errorRows(context: PageContext, periods: readonly DashboardPeriod[]): HtmlValue[][] {
  const { errorClasses, errorCauses } = context.t.console.dashboard;
  const classes = errorClassesOf(periods);
  const shares = wholeShares(classes.map(({ count }) => count));
  return classes.map(({ errorClass, count }, at) => {
    const word = wordOf(ErrorClass, errorClass);
    const [name, href] = [errorClasses[word], EXPLAINED[word]];
    const title = href === undefined ? name : html`<a href="${href}">${name}</a>`;
    const cause = html`<small class="error-cause">${errorCauses[word]}</small>`;
    const share = formatWhole(context.language, shares[at]!);
    return [html`${title}${cause}`, formatCount(context.language, count), share];
  });
}

function expiring(context: PageContext, credentials: readonly ExpiringCredential[]): Html {
  const { dashboard: texts } = context.t.console;
  const rows = credentials.map((one) => [
    html`<a href="${hrefOf(one)}" dir="auto">${one.name}</a><br><small>${one.clientId === "" ? texts.key : texts.secret} <code class="nowrap">…${one.hint}</code></small>`,
    formatDayAndDistance(context, one.expiresAt),
  ]);
  const columns = [texts.name, texts.expires];
  return html`<section class="card" aria-labelledby="expiring">${periodHeading("expiring", texts.expiring, texts.expiringPeriod)}
${listTable({ caption: texts.expiring, columns, rows, none: "" })}</section>`;
}

function hrefOf({ clientId, serviceKeyId }: ExpiringCredential): string {
  return clientId === "" ? `/console/keys/${serviceKeyId}/revoke` : `/console/apps/${clientId}`;
}
