import type { Language } from "../http/language.ts";
import { type Html, html } from "./html.ts";

/** Counts per day. Those of `below` hang from the line at zero. */
export interface Chart {
  /** The id of the caption, unique on the page. */
  id: string;
  /** The name of the counts, and their sum with its period. */
  title: string;
  total: string;
  /** Dates such as `2026-01-31`, or other periods with `label`, oldest first. */
  days: readonly string[];
  /** The name of a period; default: the day without its year. */
  label?: (period: string) => string;
  above: Bars;
  below?: Bars;
}

interface Bars {
  name: string;
  tone: "main" | "quiet" | "bad";
  counts: readonly number[];
}

/** The units of the drawing: it is stretched to the width of its column and to the height of the style sheet. */
const [STEP, BAR, HEIGHT] = [10, 7, 100];

/** A bar chart without a script. Pages show the same counts in a table, because screen readers read the caption only. */
export function barChart(
  language: Language,
  { id, title, total, days, above, below, label = (day) => formatDay(language, day) }: Chart,
): Html {
  const top = roundUp(Math.max(...above.counts));
  const bottom = below === undefined || Math.max(...below.counts) === 0 ? 0 : roundUp(Math.max(...below.counts));
  const unit = HEIGHT / Math.max(1, top + bottom);
  const zero = top === 0 && bottom === 0 ? HEIGHT : top * unit;
  const bars = ({ name, tone, counts }: Bars, down: boolean) =>
    counts.map((count, at) => {
      if (count === 0) return null;
      const height = count * unit;
      const text = `${label(days[at]!)}: ${formatCount(language, count)} ${name}`;
      return html`<rect class="bar-${tone}" x="${round(at * STEP + (STEP - BAR) / 2)}" y="${round(down ? zero : zero - height)}" width="${BAR}" height="${round(height)}"><title>${text}</title></rect>`;
    });
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return html`<figure class="chart ${top + bottom === 0 && "chart-empty"}" aria-labelledby="${id}">
<figcaption id="${id}"><span class="chart-title">${title}</span> <strong class="chart-total">${total}</strong></figcaption>
<div class="chart-top" aria-hidden="true">${formatCount(language, top)}</div>
<svg viewBox="0 0 ${days.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}" focusable="false">
<line class="grid" x1="0" x2="${days.length * STEP}" y1="0" y2="0"></line>
${bars(above, false)}${below && bars(below, true)}
<line class="zero" x1="0" x2="${days.length * STEP}" y1="${round(zero)}" y2="${round(zero)}"></line></svg>
<div class="chart-days" aria-hidden="true"><span>${label(first)}</span><span>${label(last)}</span></div>
</figure>`;
}

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number for the end of an axis, such as 120 for 103; 0 for 0. */
export function roundUp(count: number): number {
  if (count <= 10) return Math.max(0, count);
  const power = 10 ** Math.floor(Math.log10(count));
  return STEPS.map((step) => step * power).find((step) => step >= count)!;
}

const round = (value: number) => Math.round(value * 100) / 100;

const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat("en-GB"),
  de: new Intl.NumberFormat("de"),
};
const dayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
const DAYS: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: dayFormat("en-GB"), de: dayFormat("de") };

/** A count with the thousands separators of the language. */
export function formatCount(language: Language, count: number): string {
  return NUMBERS[language].format(count);
}

/** The start of an hour in UTC, such as "14:00". @param hour an ISO timestamp */
export function formatHour(hour: string): string {
  return `${hour.slice(11, 13)}:00`;
}

/** A day such as `2026-01-31` without its year. */
export function formatDay(language: Language, day: string): string {
  return DAYS[language].format(new Date(`${day}T00:00:00Z`));
}
