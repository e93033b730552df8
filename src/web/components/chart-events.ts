import { type Html, html } from "./html.ts";

/** The part of a chart that its list depends on. */
interface Counted {
  days: readonly string[];
  current?: string;
  listsFew?: boolean;
  above: Bars;
  below?: Bars;
  lower?: Bars;
}

interface Bars {
  counts: readonly number[];
  describe?: (at: number) => string;
}

/** Below this number of events, bars are lost in an empty frame. */
const EVENTS_MIN = 10;

/** The sum of all counts of a chart. */
export function sumOf({ above, below, lower }: Pick<Counted, "above" | "below" | "lower">): number {
  return [above, below, lower].flatMap((bars) => bars?.counts ?? []).reduce((sum, count) => sum + count, 0);
}

/** True for a chart that lists its few events in place of the drawing. */
export function isListed(chart: Counted): boolean {
  const events = sumOf(chart);
  return chart.listsFew === true && events > 0 && events < EVENTS_MIN;
}

/** The periods with events, newest first. */
export function eventList(
  { days, above, below, lower, current = "" }: Counted,
  label: (period: string) => string,
): Html {
  const rows = days.flatMap((day, at) => {
    const texts = [above, below, lower].flatMap((bars) => (bars?.counts[at] ? (bars.describe?.(at) ?? "") : []));
    if (texts.length === 0) return [];
    const isCurrent = current !== "" && at === days.length - 1;
    return [html`<li><span>${label(day)}</span> ${texts.join(", ")}${isCurrent && ` ${current}`}</li>`];
  });
  return html`<ul class="chart-events">${rows.toReversed()}</ul>`;
}
