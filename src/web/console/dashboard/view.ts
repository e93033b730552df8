import type { ExpiringCredential, GetDashboardResponse } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { ErrorClass } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { formatCount, formatRate, shareBar } from "../../components/chart.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type IconName, icon } from "../../components/icon.ts";
import { listTable, pathWith } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { ageOf, formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { chartsView } from "./charts-view.ts";
import { errorsOf, sumOf } from "./sums.ts";

export const PATH = "/console/dashboard";

export interface DashboardView {
  dashboard: GetDashboardResponse;
  queue: GetReviewQueueResponse;
  /** The period of the charts. */
  period: "hours" | "days";
}

export function dashboardPage(context: PageContext, view: DashboardView): Page {
  const { dashboard: texts } = context.t.console;
  const body = html`${pageHeader(context, { title: texts.title, lead: texts.lead })}
${tiles(context, view)}
${chartsView(context, view)}
<div class="columns dashboard-lists">${classes(context, view.dashboard)}${expiring(context, view.dashboard.expiring)}</div>`;
  return { title: texts.title, body };
}

interface Tile {
  icon: IconName;
  label: string;
  value: string;
  more: HtmlValue;
  href: string;
  /** True if the value needs action. */
  alert: boolean;
}

function tiles(context: PageContext, { dashboard, queue }: DashboardView): Html {
  const { dashboard: texts } = context.t.console;
  const { hours, days } = dashboard;
  const number = (count: number) => formatCount(context.language, count);
  const reused = sumOf(hours, "reuses");
  const oldest = queue.oldest && html`${texts.oldest} ${ageOf(context, queue.oldest.submittedAt)}`;
  const all: Tile[] = [
    {
      icon: "inbox",
      label: texts.reviews,
      value: number(queue.waiting),
      more: html`${oldest ?? texts.noneWaiting}. ${texts.inReview(queue.inReview)}.`,
      href: "/console",
      alert: queue.waiting > 0,
    },
    {
      icon: "repeat",
      label: texts.reuses,
      value: number(reused),
      more: texts.reusesMore(number(sumOf(days, "reuses"))),
      href: pathWith("/console/audit", { action: "token.reuse" }),
      alert: reused > 0,
    },
    {
      icon: "key",
      label: texts.expiringDay,
      value: number(dashboard.expiringIn24Hours),
      more: texts.expiringMore(number(dashboard.expiringIn30Days)),
      href: "#expiring",
      alert: dashboard.expiringIn24Hours > 0,
    },
    {
      icon: "warning",
      label: texts.errors,
      value: number(errorsOf(hours)),
      more: html`${texts.errorsMore(number(errorsOf(days)))} ${errorRate(context, dashboard)}`,
      href: "#classes",
      alert: false,
    },
  ];
  const items = all.map(
    ({ icon: name, label, value, more, href, alert }) =>
      html`<li class="card tile ${alert && "tile-warn"}">${icon(name)}<a href="${href}">${label}</a><strong>${value}</strong><small class="muted">${more}</small></li>`,
  );
  return html`<ul class="tiles">${items}</ul>`;
}

/** The errors of 24 hours in relation to the tokens issued; empty without tokens. */
function errorRate({ language, t }: PageContext, { hours }: GetDashboardResponse): string {
  const tokens = sumOf(hours, "exchanges") + sumOf(hours, "refreshes");
  if (tokens === 0) return "";
  return t.console.dashboard.errorsRate(formatRate(language, (100 * errorsOf(hours)) / tokens));
}

function classes(context: PageContext, { hours, days }: GetDashboardResponse): Html {
  const { dashboard: texts } = context.t.console;
  const known = Object.values(ErrorClass).filter((value) => value !== ErrorClass.UNSPECIFIED);
  const number = (count: number) => formatCount(context.language, count);
  const all = errorsOf(days);
  const rows = known
    .map((one) => ({ one, day: errorsOf(hours, one), month: errorsOf(days, one) }))
    .filter(({ day, month }) => day + month > 0)
    .sort((a, b) => b.month - a.month)
    .map(({ one, day, month }) => [
      html`${texts.errorClasses[wordOf(ErrorClass, one)]}${shareBar(month, all)}`,
      number(day),
      number(month),
    ]);
  const columns = [texts.errorClass, texts.hours, texts.days];
  return html`<section class="card numbers" aria-labelledby="classes"><h2 id="classes">${texts.classes}</h2>
${listTable({ caption: texts.classes, columns, rows, none: texts.noErrors })}</section>`;
}

function expiring(context: PageContext, credentials: readonly ExpiringCredential[]): Html {
  const { dashboard: texts } = context.t.console;
  const rows = credentials.map((one) => [
    html`<a href="${hrefOf(one)}" dir="auto">${one.name}</a><br><small>${one.clientId === "" ? texts.key : texts.secret} <code>…${one.hint}</code></small>`,
    formatTimestamp(context, one.expiresAt),
  ]);
  const columns = [texts.name, texts.expires];
  return html`<section class="card" aria-labelledby="expiring"><h2 id="expiring">${texts.expiring}</h2>
${listTable({ caption: texts.expiring, columns, rows, none: texts.noneExpiring })}</section>`;
}

function hrefOf({ clientId, serviceKeyId }: ExpiringCredential): string {
  return clientId === "" ? `/console/keys/${serviceKeyId}/revoke` : `/console/apps/${clientId}`;
}
