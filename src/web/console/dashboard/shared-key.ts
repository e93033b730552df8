import { type Chart, marksOf } from "../../components/chart.ts";
import { isListed, sumOf } from "../../components/chart-events.ts";
import { chartKey, type KeyItem } from "../../components/chart-key.ts";
import type { Html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Period } from "./period.ts";

/** The meaning of the marks of all charts in one line; null if none is drawn. Captions name the bars, which are grey in two charts. */
export function sharedKey({ t }: PageContext, charts: readonly Chart[], period: Period): Html | null {
  const { highRate, usualRate, average } = t.console.dashboard;
  const drawn = charts.filter((chart) => sumOf(chart) > 0 && !isListed(chart));
  const marks = drawn.map(marksOf);
  const lines = drawn.filter((_, at) => marks[at]!.average > 0);
  const hasUsual = lines.some(({ scale }) => scale === "rate");
  const [counts, ...others] = lines.filter(({ scale }) => scale !== "rate");
  const items: [isShown: boolean, KeyItem][] = [
    [marks.some(({ bad }) => bad), { mark: "bad", text: highRate }],
    [
      marks.some(({ current }) => current),
      { mark: "current", text: t.comparison.notOver[period === "hours" ? "hour" : "day"] },
    ],
    [hasUsual, { mark: "average", text: usualRate }],
    [
      counts !== undefined,
      {
        mark: "average",
        text: others.length > 0 ? average.both : counts?.id === "chart-tokens" ? average.tokens : average.installs,
      },
    ],
  ];
  return chartKey(items.flatMap(([isShown, item]) => (isShown ? [item] : [])));
}
