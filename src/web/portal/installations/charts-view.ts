import type { AppStatisticsDay } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { barChart, formatCount, formatDay } from "../../components/chart.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { PageContext } from "../../router/page-router.ts";

type Count = Exclude<keyof AppStatisticsDay, "date" | `$${string}`>;

/** The counts of the last days as charts and, folded, as a table. */
export function chartsView(context: PageContext, days: readonly AppStatisticsDay[]): Html {
  const { language, t } = context;
  const { charts: texts } = t.portal.installations;
  const of = (name: Count) => days.map((day) => Number(day[name]));
  const sum = (name: Count) => of(name).reduce((total, count) => total + count, 0);
  const dates = days.map(({ date }) => date);
  const number = (name: Count) => formatCount(language, sum(name));
  const installs = barChart(language, {
    id: "chart-installs",
    title: texts.installs,
    total: number("installs"),
    totalBelow: texts.uninstallsTotal(number("uninstalls")),
    days: dates,
    above: { name: texts.installsUnit, tone: "main", counts: of("installs") },
    below: { name: texts.uninstallsUnit, tone: "quiet", counts: of("uninstalls") },
  });
  const refreshes = barChart(language, {
    id: "chart-refreshes",
    title: texts.refreshes,
    total: number("refreshes"),
    days: dates,
    above: { name: texts.refreshesUnit, tone: "main", counts: of("refreshes") },
  });
  const failures = barChart(language, {
    id: "chart-failures",
    title: texts.failures,
    total: number("refreshFailures"),
    days: dates,
    above: { name: texts.failuresUnit, tone: "bad", counts: of("refreshFailures") },
  });
  const columns = [texts.day, texts.installs, texts.uninstalls, texts.refreshes, texts.failures, texts.reuses];
  const counts: readonly Count[] = ["installs", "uninstalls", "refreshes", "refreshFailures", "reuses"];
  const rows = days
    .toReversed()
    .map((day) => [
      html`<span class="nowrap">${formatDay(language, day.date)}</span>`,
      ...counts.map((name) => formatCount(language, Number(day[name]))),
    ]);
  return html`<section class="card" aria-labelledby="charts"><h2 id="charts">${texts.title(days.length)}</h2>
<div class="charts">${installs}${refreshes}${failures}</div>
<details class="detail"><summary>${texts.asTable}</summary>
<div class="numbers">${listTable({ caption: texts.title(days.length), columns, rows, none: "" })}</div></details>
<p class="muted"><small>${texts.note}</small></p></section>`;
}
