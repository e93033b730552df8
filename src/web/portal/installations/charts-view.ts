import type { AppStatisticsDay } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { barChart, formatCount, formatDay } from "../../components/chart.ts";
import { averageOf, changeOf, comparisonOf } from "../../components/comparison.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { PageContext } from "../../router/page-router.ts";
import { DAYS, failuresOf } from "./failures.ts";

type Count = Exclude<keyof AppStatisticsDay, "date" | `$${string}`>;

/** The counts in the order of the table's columns. */
const COUNTS: readonly Count[] = ["installs", "uninstalls", "refreshes", "refreshFailures", "reuses"];

/** The counts of the last days as charts and, folded, as a table. @param path the list of installations @param read `DAYS_READ` days */
export function chartsView(context: PageContext, path: string, read: readonly AppStatisticsDay[]): Html {
  const [before, days] = [read.slice(0, -DAYS), read.slice(-DAYS)];
  const { language, t } = context;
  const { charts: texts } = t.portal.installations;
  const of = (name: Count) => days.map((day) => Number(day[name]));
  const sum = (name: Count, among = days) => among.reduce((total, day) => total + Number(day[name]), 0);
  const compared = (name: Count) => comparedWith(context, sum(name), { sum: sum(name, before), days: before.length });
  if (COUNTS.every((name) => sum(name) === 0)) return nothing(context, days);
  const base = {
    days: days.map(({ date }) => date),
    ...{ current: t.comparison.soFar, currentKey: t.comparison.notOver.day, now: texts.today },
  };
  const number = (name: Count) => formatCount(language, sum(name));
  const installs = barChart(language, {
    id: "chart-installs",
    title: texts.installs,
    total: number("installs"),
    ...compared("installs"),
    totalBelow: texts.uninstallsTotal(sum("uninstalls")),
    hrefBelow: `${path}?state=uninstalled`,
    ...base,
    none: texts.none.installs,
    above: { name: texts.installsUnit, key: texts.installs, tone: "main", counts: of("installs") },
    below: { name: texts.uninstallsUnit, key: texts.uninstalls, tone: "quiet", counts: of("uninstalls") },
  });
  const refreshes = barChart(language, {
    id: "chart-refreshes",
    title: texts.refreshes,
    total: number("refreshes"),
    ...compared("refreshes"),
    ...base,
    none: texts.none.refreshes,
    above: {
      ...{ key: texts.refreshes, tone: "main", counts: of("refreshes") },
      describe: (at) => texts.refreshesTotal(of("refreshes")[at]!),
    },
  });
  const failures = barChart(language, {
    id: "chart-failures",
    title: texts.failures,
    total: number("refreshFailures"),
    href: `${path}?health=needs_attention`,
    ...{ ...compared("refreshFailures"), alarming: failuresOf(context, read).hasRisen },
    ...base,
    none: texts.none.failures,
    above: { name: texts.failuresUnit, key: texts.failures, tone: "bad", counts: of("refreshFailures") },
  });
  return html`<section class="card" aria-labelledby="charts"><h2 id="charts">${texts.title(days.length)}</h2>
<div class="charts">${installs}${refreshes}${failures}</div>
<div class="chart-notes"><details class="detail"><summary>${texts.asTable}</summary>
<div class="numbers">${countTable(context, days)}</div></details>
<details class="detail"><summary>${texts.method}</summary>
<p class="muted"><small>${t.comparison.open} ${texts.note}</small></p></details></div></section>`;
}

/** The comparison of a count with that of the days before. */
function comparedWith(context: PageContext, count: number, before: { sum: number; days: number }) {
  const { average: texts } = context.t.comparison;
  const average = averageOf(before.sum, before.days);
  return {
    change: changeOf(context, { count, before: before.sum }),
    comparison: comparisonOf(context, before.sum, DAYS),
    average: average && { ...average, label: texts.before, unit: texts.perDay },
  };
}

/** The card of days without counts. */
function nothing({ t }: PageContext, days: readonly AppStatisticsDay[]): Html {
  const { charts: texts } = t.portal.installations;
  return html`<section class="card" aria-labelledby="charts"><h2 id="charts">${texts.title(days.length)}</h2>
<p class="muted">${texts.nothing}</p></section>`;
}

/** The counts of each day, newest first. */
function countTable({ language, t }: PageContext, days: readonly AppStatisticsDay[]): Html {
  const { charts: texts } = t.portal.installations;
  const columns = [texts.day, texts.installs, texts.uninstalls, texts.refreshes, texts.failures, texts.reuses];
  const rows = days
    .toReversed()
    .map((day, at) => [
      html`<span class="nowrap">${formatDay(language, day.date)}</span>${at === 0 && html` <small>${t.comparison.soFar}</small>`}`,
      ...COUNTS.map((name) => formatCount(language, Number(day[name]))),
    ]);
  return listTable({ caption: texts.title(days.length), columns, rows, none: "" });
}
