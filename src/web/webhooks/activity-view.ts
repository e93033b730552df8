import type { WebhookCounts, WebhookDay } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { barChart, formatCount, formatDay } from "../components/chart.ts";
import { type Html, html } from "../components/html.ts";
import { listTable, pathWith } from "../components/list.ts";
import type { Language } from "../http/language.ts";
import type { PageContext } from "../router/page-router.ts";

type State = "succeeded" | "failed" | "pending";
type Counted = State | "retrying";

/** The deliveries of each day as a chart and, folded, as a table; null if there are none, or if the counts do not cover a whole day. */
export function activityCard(context: PageContext, path: string, counts: WebhookCounts): Html | null {
  const { language, t } = context;
  const { activity: texts } = t.webhooks;
  const days = countedDays(counts);
  const of = (state: Counted) => days.map((day) => day[state]);
  const sum = (state: Counted) => of(state).reduce((total, count) => total + count, 0);
  if (days.length === 0 || sum("succeeded") + sum("failed") + sum("pending") === 0) return null;
  const listOf = (state: State) => `${pathWith(path, { state })}#deliveries`;
  const chart = barChart(language, {
    id: "chart-deliveries",
    title: texts.delivered,
    total: formatCount(language, sum("succeeded")),
    href: listOf("succeeded"),
    totalBelow: texts.failedTotal(sum("failed"), failedPart(language, sum("failed"), sum("succeeded"))),
    hrefBelow: listOf("failed"),
    days: days.map(({ date }) => date),
    current: t.comparison.soFar,
    now: texts.today,
    above: { name: texts.deliveredUnit, tone: "main", counts: of("succeeded") },
    below: { name: texts.failedUnit, tone: "bad", counts: of("failed") },
    ...(sum("retrying") > 0 && {
      lower: {
        total: t.webhooks.retrying(sum("retrying"), false),
        href: listOf("pending"),
        tone: "warn",
        counts: of("retrying"),
        describe: (at) => t.webhooks.retrying(days[at]!.retrying, false),
      },
    }),
  });
  const title = counts.partial ? texts.newest : texts.title;
  return html`<section class="card" aria-labelledby="activity"><h2 id="activity">${title}</h2>
<div class="charts">${chart}</div>
<div class="chart-notes"><details class="detail"><summary>${texts.asTable}</summary>
<div class="numbers">${table(context, days, title)}</div></details></div></section>`;
}

/** The failed deliveries as a part of the completed ones; empty if none failed. */
function failedPart(language: Language, failed: number, succeeded: number): string {
  if (failed === 0) return "";
  const format = { style: "percent", maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(language, format).format(failed / (failed + succeeded));
}

/** The days whose deliveries are all counted: all, or those after the oldest counted delivery. */
function countedDays({ days, partial }: WebhookCounts): WebhookDay[] {
  if (!partial) return days;
  const oldest = days.findIndex(({ succeeded, failed, pending }) => succeeded + failed + pending > 0);
  return oldest === -1 ? [] : days.slice(oldest + 1);
}

function table({ language, t }: PageContext, days: readonly WebhookDay[], caption: string): Html {
  const { activity: texts, deliveries } = t.webhooks;
  const columns = [texts.day, texts.delivered, texts.failed, deliveries.pendingFilter];
  const rows = days
    .toReversed()
    .map(({ date, succeeded, failed, pending }, at) => [
      html`<span class="nowrap">${formatDay(language, date)}</span>${at === 0 && html` <small>${t.comparison.soFar}</small>`}`,
      ...[succeeded, failed, pending].map((count) => formatCount(language, count)),
    ]);
  return listTable({ caption, columns, rows, none: "" });
}
