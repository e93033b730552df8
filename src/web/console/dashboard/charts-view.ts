import type { DashboardPeriod, GetDashboardResponse } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { barChart, type Chart, formatCount, formatDay, formatHour, formatRate } from "../../components/chart.ts";
import { averageOf, changeOf, comparisonOf } from "../../components/comparison.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable, pathWith } from "../../components/list.ts";
import { linkButton } from "../../components/page-header.ts";
import {
  errorRateOf,
  errorsOf,
  isHighRate,
  isRaised,
  rateOf,
  startOf,
  tenthsOf,
  usualRateOf,
} from "../../components/platform/sums.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Shown } from "./period.ts";
import { PATH, type PeriodForm, periodForm, periodLinks } from "./period-form.ts";
import { periodHeading } from "./period-heading.ts";
import { sharedKey } from "./shared-key.ts";

interface ChartsView {
  dashboard: GetDashboardResponse;
  shown: Shown;
  form: PeriodForm;
}

/** The counts of the chosen period as charts and, folded, as a table. */
export function chartsView(context: PageContext, view: ChartsView): Html {
  const { language, t } = context;
  const { dashboard: texts } = t.console;
  const { counts: periods, period, name, isOpen } = view.shown;
  const series = seriesOf(periods);
  const columns = [
    period === "hours" ? texts.hour : texts.day,
    ...[texts.installs, texts.uninstalls, texts.tokens, texts.failures, texts.reuse, texts.allErrors],
  ];
  const label = labelOf(context, view.shown);
  const rows = periods.map((one, at) => [
    html`<span class="nowrap">${label(startOf(one))}</span>${isOpen && at === periods.length - 1 && html` <small>${t.comparison.soFar}</small>`}`,
    ...Object.values(series).map((counts) => formatCount(language, counts[at]!)),
  ]);
  const shown = charts(context, view);
  const notes = isOpen ? [t.comparison.open, ...texts.notes] : texts.notes;
  return html`<section class="card" aria-labelledby="charts"><div class="card-head">${periodHeading("charts", texts.activity, name)}
${periodLinks(context, view.shown, view.form)}</div>
${periodForm(context, view.form)}
<div class="charts">${shown.map((chart) => barChart(language, chart))}</div>
${sharedKey(context, shown, period)}
<div class="chart-notes"><details class="detail"><summary>${texts.asTable}</summary>
<div class="numbers" id="numbers">${listTable({ caption: name, columns, rows: rows.toReversed(), none: "" })}</div></details>
<details class="detail"><summary>${texts.method}</summary>
<ul class="spaced muted">${notes.map((note) => html`<li><small>${note}</small></li>`)}</ul></details></div></section>`;
}

/** The file of the shown period; a core of the previous release shows 30 days in place of chosen ones. */
export function chartsExport({ t }: PageContext, { shown, form }: ChartsView): Html {
  const { period } = shown;
  const query: Record<string, string> = period === "chosen" ? { period, from: form.from, to: form.to } : { period };
  return linkButton(pathWith(`${PATH}.csv`, query), t.console.exportCsv, "secondary");
}

/** The error rate first: it tells whether something is wrong. */
function charts(context: PageContext, { dashboard, shown }: ChartsView): Chart[] {
  const { language, t } = context;
  const { dashboard: texts } = t.console;
  const { counts: periods, period, isOpen } = shown;
  const series = seriesOf(periods);
  const before = seriesOf(shown.before);
  const number = (counts: readonly number[]) => formatCount(language, total(counts));
  const none = (name: "installs" | "tokens") => `${texts.none[name]} ${texts.inPeriod[period]}.`;
  const compared = (name: "installs" | "tokens") => ({
    listsFew: true,
    change: changeOf(context, { count: total(series[name]), before: total(before[name]) }),
    comparison: comparisonOf(context, total(before[name]), period === "hours" ? null : periods.length),
    average: averageOf(total(before[name]), periods.length),
    none: none(name),
  });
  const base = {
    days: periods.map(startOf),
    label: labelOf(context, shown),
    ...(period === "hours" && { listLabel: (hour: string) => hourWithDay(context, hour) }),
    ...(isOpen
      ? { current: t.comparison.soFar, now: texts.now[period] }
      : { now: labelOf(context, shown)(startOf(periods.at(-1))) }),
  };
  return [
    errorChart(context, { base, series, shown, usual: usualOf(dashboard, shown) }),
    {
      ...base,
      ...compared("tokens"),
      id: "chart-tokens",
      title: texts.tokens,
      total: number(series.tokens),
      href: "#numbers",
      totalBelow: texts.reusesTotal(total(series.reuses)),
      hrefBelow: pathWith("/console/audit", { action: "token.reuse", ...shown.auditFilter }),
      above: {
        ...{ tone: "main", counts: series.tokens },
        describe: (at) => texts.tokensTotal(series.tokens[at]!),
      },
    },
    {
      ...base,
      ...compared("installs"),
      id: "chart-installs",
      title: texts.installs,
      total: number(series.installs),
      href: "/console/installations",
      hrefBelow: pathWith("/console/audit", { action: "installation.uninstall", ...shown.auditFilter }),
      totalBelow: texts.uninstallsTotal(total(series.uninstalls)),
      above: {
        ...{ tone: "main", counts: series.installs },
        describe: (at) => texts.installsTotal(series.installs[at]!),
      },
      below: {
        ...{ tone: "quiet", counts: series.uninstalls },
        describe: (at) => texts.uninstallsTotal(series.uninstalls[at]!),
      },
    },
  ];
}

interface ErrorChart {
  base: Pick<Chart, "days" | "label" | "listLabel" | "current" | "now">;
  series: Series;
  shown: Shown;
  usual: number;
}

/**
 * The rate with which that of the period is compared: that of the time before it. One day varies, so 24 hours are compared with the 29 days
 * before today, and so is a period without requests before it.
 */
export function usualOf(dashboard: GetDashboardResponse, { period, before }: Shown): number {
  const { errors, tokens } = seriesOf(before);
  const requests = total(errors) + total(tokens);
  return period === "hours" || requests === 0 ? usualRateOf(dashboard) : errorRateOf(before);
}

function errorChart(context: PageContext, { base, series, shown, usual }: ErrorChart): Chart {
  const { language, t } = context;
  const { dashboard: texts } = t.console;
  const { errors, tokens } = series;
  const { isOpen } = shown;
  const rate = rateOf(total(errors), total(tokens));
  const requests = total(errors) + total(tokens);
  const rates = errors.map((count, at) => rateOf(count, tokens[at]!));
  const last = rates.length - 1;
  const isBad = (at: number) =>
    isHighRate({ rate: rates[at]!, errors: errors[at]!, isOpen: isOpen && at === last }, usual);
  return {
    ...base,
    id: "chart-errors",
    title: texts.errorRate,
    total: requests === 0 ? "–" : formatRate(language, rate),
    ...(requests > 0 && { totalBelow: texts.errorsOf(formatCount(language, total(errors)), requests) }),
    ...(total(errors) > 0 && { href: "#classes", hrefBelow: "#classes" }),
    change: requests === 0 ? null : changeOf(context, { count: tenthsOf(rate), before: tenthsOf(usual), isRate: true }),
    comparison: requests === 0 ? null : texts.againstUsual(usual === 0 ? null : formatRate(language, usual)),
    alarming: isRaised(shown.counts, usual),
    none: `${requests === 0 ? texts.none.requests : texts.none.errors} ${texts.inPeriod[shown.period]}.`,
    average: { value: usual },
    scale: "rate",
    above: {
      ...{ tone: "quiet", counts: rates },
      isBad,
      describe: (at) => `${formatRate(language, rates[at]!)} (${texts.errorsTotal(errors[at]!)})`,
    },
  };
}

function labelOf({ language }: PageContext, { period }: Shown): (start: string) => string {
  return period === "hours" ? formatHour : (day) => formatDay(language, day.slice(0, 10));
}

/** An hour outside of an axis, which shows its order. */
function hourWithDay({ t }: PageContext, hour: string): string {
  const isToday = hour.slice(0, 10) === new Date().toISOString().slice(0, 10);
  return isToday ? formatHour(hour) : t.console.dashboard.yesterday(formatHour(hour));
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

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
