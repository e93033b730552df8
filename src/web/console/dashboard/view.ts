import type {
  DashboardPeriod,
  ExpiringCredential,
  GetDashboardResponse,
} from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { ErrorClass } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { formatCount, shareBar } from "../../components/chart.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { emptyState, listTable } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { chartsView } from "./charts-view.ts";
import { errorsOf } from "./sums.ts";
import { verdictView } from "./verdict-view.ts";

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
${verdictView(context, view)}
${chartsView(context, view)}
${lists(context, view)}`;
  return { title: texts.title, body };
}

/** The errors by class and the credentials that expire soon, side by side. If both are empty, they are one quiet line. */
function lists(context: PageContext, { dashboard, period }: DashboardView): Html {
  const { dashboard: texts } = context.t.console;
  const { expiring: credentials } = dashboard;
  const errors = errorRows(context, dashboard[period]);
  if (errors.length === 0 && credentials.length === 0)
    return html`<p class="muted" id="classes"><small>${texts.noErrors[period]} ${texts.noneExpiring}</small></p>`;
  return html`<div class="columns dashboard-lists">${classes(context, errors, period)}${expiring(context, credentials)}</div>`;
}

function classes({ t }: PageContext, rows: HtmlValue[][], period: DashboardView["period"]): Html {
  const { dashboard: texts } = t.console;
  const columns = [texts.errorClass, texts.errorCount];
  const table = { caption: `${texts.classes}, ${texts[period]}`, columns, rows, none: texts.noErrors[period] };
  return html`<section class="card numbers" aria-labelledby="classes"><div class="card-head"><h2 id="classes">${texts.classes}</h2>
<p class="muted"><small>${texts[period]}</small></p></div>
${listTable(table)}</section>`;
}

/** The pages that explain the classes of errors. Errors of the service itself are only in its logs. */
const EXPLAINED: Readonly<Record<string, string>> = {
  client: "/docs/errors#invalid_client",
  grant: "/docs/errors#invalid_grant",
  request: "/docs/errors#invalid_request",
  rate_limit: "/docs/errors#fails",
  service_key: "/console/keys",
};

/** The classes that have errors, most frequent first. */
function errorRows(context: PageContext, periods: readonly DashboardPeriod[]): HtmlValue[][] {
  const { errorClasses } = context.t.console.dashboard;
  const known = Object.values(ErrorClass).filter((value) => value !== ErrorClass.UNSPECIFIED);
  const all = errorsOf(periods);
  return known
    .map((one) => ({ word: wordOf(ErrorClass, one), count: errorsOf(periods, one) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ word, count }) => {
      const [name, href] = [errorClasses[word], EXPLAINED[word]];
      const title = href === undefined ? name : html`<a href="${href}">${name}</a>`;
      return [html`${title}${shareBar(count, all)}`, formatCount(context.language, count)];
    });
}

function expiring(context: PageContext, credentials: readonly ExpiringCredential[]): Html {
  const { dashboard: texts } = context.t.console;
  const rows = credentials.map((one) => [
    html`<a href="${hrefOf(one)}" dir="auto">${one.name}</a><br><small>${one.clientId === "" ? texts.key : texts.secret} <code>…${one.hint}</code></small>`,
    formatTimestamp(context, one.expiresAt),
  ]);
  const columns = [texts.name, texts.expires];
  const none = emptyState({ icon: "key", title: texts.nothingExpires, text: texts.noneExpiring });
  return html`<section class="card" aria-labelledby="expiring"><h2 id="expiring">${texts.expiring}</h2>
${listTable({ caption: texts.expiring, columns, rows, none })}</section>`;
}

function hrefOf({ clientId, serviceKeyId }: ExpiringCredential): string {
  return clientId === "" ? `/console/keys/${serviceKeyId}/revoke` : `/console/apps/${clientId}`;
}
