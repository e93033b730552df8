import { type Chart, marksOf } from "../../components/chart.ts";
import { isListed, sumOf } from "../../components/chart-events.ts";
import { chartKey, type KeyItem } from "../../components/chart-key.ts";
import type { Html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Period } from "./period.ts";

/** The meaning of the marks of all charts in one line; null if none is drawn. Captions name the bars, which are grey in two charts. */
export function sharedKey({ t }: PageContext, charts: readonly Chart[], period: Period): Html | null {
  const { highRate, dashed } = t.console.dashboard;
  const drawn = charts.filter((chart) => sumOf(chart) > 0 && !isListed(chart));
  const marks = drawn.map(marksOf);
  const hasLine = (isRate: boolean) =>
    drawn.some((chart, at) => marks[at]!.average > 0 && (chart.scale === "rate") === isRate);
  const [average, usual] = [hasLine(false), hasLine(true)];
  const items: [isShown: boolean, KeyItem][] = [
    [marks.some(({ bad }) => bad), { mark: "bad", text: highRate }],
    [
      marks.some(({ current }) => current),
      { mark: "current", text: t.comparison.notOver[period === "hours" ? "hour" : "day"] },
    ],
    [
      average || usual,
      { mark: "average", text: average && usual ? dashed.both : average ? dashed.average : dashed.usual },
    ],
  ];
  return chartKey(items.flatMap(([isShown, item]) => (isShown ? [item] : [])));
}
