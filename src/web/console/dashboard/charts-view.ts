import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { DashboardPeriod, GetDashboardResponse } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import {
  barChart,
  type Chart,
  formatCount,
  formatDay,
  formatHour,
  formatPoints,
  formatRate,
} from "../../components/chart.ts";
import { comparisonOf } from "../../components/comparison.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable, pathWith } from "../../components/list.ts";
import type { PageContext } from "../../router/page-router.ts";
import { errorsOf, hasRisen, isEarlyPeak, isPeak, pointsBetween, rateOf, usualRateOf } from "./sums.ts";

interface ChartsView {
  dashboard: GetDashboardResponse;
  period: "hours" | "days";
}

/** The ranges of the audit trail. */
const RANGES = { hours: "24h", days: "30d" } as const;

/** The counts of the chosen period as charts and, folded, as a table. */
export function chartsView(context: PageContext, view: ChartsView): Html {
  const { language, t } = context;
  const { dashboard: texts } = t.console;
  const { period } = view;
  const periods = view.dashboard[period];
  const series = seriesOf(periods);
  const columns = [
    period === "hours" ? texts.hour : texts.day,
    ...[texts.installs, texts.uninstalls, texts.tokens, texts.failures, texts.reuse, texts.allErrors],
  ];
  const label = labelOf(context, period);
  const rows = periods.map((one, at) => [
    html`<span class="nowrap">${label(startOf(one))}</span>${at === periods.length - 1 && html` <small>${t.comparison.soFar}</small>`}`,
    ...Object.values(series).map((counts) => formatCount(language, counts[at]!)),
  ]);
  return html`<section class="card" aria-labelledby="charts"><div class="card-head"><h2 id="charts">${texts.activity}</h2>
${periodLinks(context, period)}</div>
<div class="charts">${charts(context, view)}</div>
<div class="chart-notes"><details class="detail"><summary>${texts.asTable}</summary>
<div class="numbers" id="numbers">${listTable({ caption: texts[period], columns, rows: rows.toReversed(), none: "" })}</div></details>
<details class="detail"><summary>${texts.method}</summary>
<p class="muted"><small>${t.comparison[period].note} ${texts.note}</small></p></details></div></section>`;
}

function charts(context: PageContext, { dashboard, period }: ChartsView): Html[] {
  const { language, t } = context;
  const { dashboard: texts } = t.console;
  const periods = dashboard[period];
  const series = seriesOf(periods);
  const before = seriesOf(
    [period === "hours" ? dashboard.hoursBefore : dashboard.daysBefore].filter((one) => one !== undefined),
  );
  const number = (counts: readonly number[]) => formatCount(language, total(counts));
  const compared = (name: "installs" | "tokens") => ({
    comparison: comparisonOf(context, { count: total(complete(series[name])), before: total(before[name]), period }),
    average: { value: total(before[name]) / Math.max(1, periods.length - 1), label: t.comparison.average.before },
  });
  const base = {
    days: periods.map(startOf),
    label: labelOf(context, period),
    current: t.comparison.soFar,
    now: texts.now[period],
  };
  return [
    barChart(language, {
      ...base,
      ...compared("installs"),
      id: "chart-installs",
      title: texts.installs,
      total: number(series.installs),
      href: "/console/installations",
      hrefBelow: pathWith("/console/audit", { action: "installation.uninstall", range: RANGES[period] }),
      totalBelow: texts.uninstallsTotal(total(series.uninstalls)),
      above: { name: texts.installsUnit, tone: "main", counts: series.installs },
      below: { name: texts.uninstallsUnit, tone: "quiet", counts: series.uninstalls },
    }),
    barChart(language, {
      ...base,
      ...compared("tokens"),
      id: "chart-tokens",
      title: texts.tokens,
      total: number(series.tokens),
      href: "#numbers",
      above: { name: texts.tokensUnit, tone: "main", counts: series.tokens },
    }),
    errorChart(context, {
      base,
      series,
      period,
      before: rateOf(total(before.errors), total(before.tokens)),
      usual: usualRateOf(dashboard),
    }),
  ];
}

interface ErrorChart {
  base: Pick<Chart, "days" | "label" | "current" | "now">;
  series: Series;
  period: "hours" | "days";
  /** The rate of the periods before. */
  before: number;
  usual: number;
}

function errorChart(context: PageContext, { base, series, period, before, usual }: ErrorChart): Html {
  const { language, t } = context;
  const { dashboard: texts } = t.console;
  const { errors, tokens } = series;
  // The usual rate is that of the days, which are compared with the days before them.
  const reference = period === "hours" ? usual : before;
  const rate = rateOf(total(errors), total(tokens));
  const rates = errors.map((count, at) => rateOf(count, tokens[at]!));
  const last = rates.length - 1;
  const isBad = (at: number) => (at < last ? isPeak(rates[at]!, usual) : isEarlyPeak(rates[at]!, usual, errors[at]!));
  const whole = {
    comparison: rateComparison(context, { rate, reference, period }),
    alarming: hasRisen(rate, reference),
  };
  // A calm month can end with a bad day, which the sum does not show.
  const isBadNow = period === "days" && !whole.alarming && usual > 0 && isBad(last);
  const now = {
    comparison: texts.rateNow(formatRate(language, rates[last]!), formatRate(language, usual)),
    alarming: "comparison" as const,
  };
  return barChart(language, {
    ...base,
    id: "chart-errors",
    title: texts.errorRate,
    total: formatRate(language, rate),
    totalBelow: texts.errorsTotal(total(errors)),
    ...{ href: "#classes", hrefBelow: "#classes" },
    ...(isBadNow ? now : whole),
    average: { value: usual, label: t.comparison.average.usual },
    scale: "rate",
    above: {
      name: texts.errorRate,
      tone: "quiet",
      counts: rates,
      isBad,
      describe: (at) => `${formatRate(language, rates[at]!)} (${texts.errorsTotal(errors[at]!)})`,
    },
  });
}

/** The difference of the rates as shown, in words; null without any error. */
function rateComparison(
  { language, t }: PageContext,
  { rate, reference, period }: { rate: number; reference: number; period: "hours" | "days" },
): string | null {
  const texts = t.console.dashboard.rateChange[period];
  if (reference === 0) return rate > 0 ? texts.none : null;
  const points = pointsBetween(rate, reference);
  const shown = formatRate(language, reference);
  if (points === 0) return texts.same(shown);
  return (points > 0 ? texts.more : texts.less)(formatPoints(language, points), shown);
}

function labelOf({ language }: PageContext, period: "hours" | "days"): (start: string) => string {
  return period === "hours" ? formatHour : (day) => formatDay(language, day.slice(0, 10));
}

/** The counts of the periods that are over. */
const complete = (counts: readonly number[]) => counts.slice(0, -1);

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

function startOf({ start }: DashboardPeriod): string {
  return start === undefined ? "" : timestampDate(start).toISOString();
}

type Series = ReturnType<typeof seriesOf>;

/** The counts of each period, in the order of the table's columns. */
function seriesOf(periods: readonly DashboardPeriod[]) {
  return {
    installs: periods.map(({ installs }) => Number(installs)),
    uninstalls: periods.map(({ uninstalls }) => Number(uninstalls)),
    tokens: periods.map(({ exchanges, refreshes }) => Number(exchanges + refreshes)),
    failures: periods.map(({ refreshFailures }) => Number(refreshFailures)),
    reuses: periods.map(({ reuses }) => Number(reuses)),
    errors: periods.map((one) => errorsOf([one])),
  };
}

function periodLinks({ t }: PageContext, period: "hours" | "days"): Html {
  const { dashboard: texts } = t.console;
  const links = (["hours", "days"] as const).map(
    (one) =>
      html`<a href="${`/console/dashboard?period=${one}`}" ${one === period && html`aria-current="true"`}>${texts[one]}</a>`,
  );
  return html`<nav class="pager periods" aria-label="${texts.period}">${links}</nav>`;
}
