import type { Language } from "../http/language.ts";
import type { Tone } from "./badges.ts";
import { eventList, isListed, sumOf } from "./chart-events.ts";
import { chartKey, type KeyItem } from "./chart-key.ts";
import { HEIGHT, scaleOf } from "./chart-scale.ts";
import { type Html, html } from "./html.ts";

/** The direction of the change of a sum, such as "▲", and the word for it. */
export interface Change {
  text: string;
  words: string;
}

/** A chart of counts or rates per day as bars. Those of `below` hang down from the zero line, and those of `lower` from their ends. */
export interface Chart {
  /** The id of the caption, unique on the page. */
  id: string;
  /** The name of the counts, with their sum. */
  title: string;
  total: string;
  /** The name and the sum of the counts of `below`, shown as a legend. */
  totalBelow?: string;
  /** The page that explains the sum, and that of `totalBelow`. */
  href?: string;
  hrefBelow?: string;
  /** The change to the periods before; null if there is none. */
  change?: Change | null;
  /** The comparison with the periods before, in words; null if there is none. */
  comparison?: string | null;
  /** True if the sum is a warning: it and the change are red, or the comparison without a change. */
  alarming?: boolean;
  /** A dashed line, with its value and unit below the axis if it has a label; null or the value 0 draws none. The comparison has the value of a rate. */
  average?: { value: number; label?: string; unit?: string } | null;
  /** Default: `count`. A rate is a percentage. */
  scale?: "count" | "rate";
  /** Dates such as `2026-01-31`, or other periods with `label`, oldest first. */
  days: readonly string[];
  /** The name of a period; default: the day without its year. */
  label?: (period: string) => string;
  /** The last period is not over: the word for that, such as "so far". Its bars are outlined, and `currentKey` is their meaning. */
  current?: string;
  currentKey?: string;
  /** The label at the end of the axis, such as "today". */
  now?: string;
  /** The sentence in place of the drawing if all counts are zero. Default: an empty axis. */
  none?: string;
  /** True to list fewer than 10 events in place of the drawing. Its bars need `describe`. */
  listsFew?: boolean;
  /** The name of a period in that list. Default: as in the chart. */
  listLabel?: (period: string) => string;
  above: Bars;
  below?: Bars;
  /** With the name and the sum of its counts for the legend, and the page that explains the sum. */
  lower?: Bars & { total: string; href: string };
}

interface Bars {
  /** The word after a count that is the same for one and for several, such as "failed"; else `describe` is needed. */
  name?: string;
  tone: "main" | "quiet" | "warn" | "bad";
  /** The meaning of the bars below the chart. Default: none. */
  key?: string;
  /** True for a period with a red bar, whatever the tone. */
  isBad?: (at: number) => boolean;
  counts: readonly number[];
  /** The text of a bar. Default: its count and `name`. */
  describe?: (at: number) => string;
}

/** In units of the drawing, which is stretched to the width of its column and to the height that the style sheet sets. */
const [STEP, BAR, DOT] = [10, 7, 3];
/** The minimum height of a bar, so that every count above zero is visible. */
const HEIGHT_MIN = 1.5;

/** A chart as SVG without a script. Pages must show the same counts in a table, because screen readers read only the caption. */
export function barChart(language: Language, chart: Chart): Html {
  const { id, days, above, below, lower, none, scale: kind = "count" } = chart;
  if (none !== undefined && sumOf(chart) === 0)
    return html`<figure class="chart chart-empty" aria-labelledby="${id}"><figcaption id="${id}">${captionOf(chart)}</figcaption>
<p class="chart-none">${none}</p></figure>`;
  const label = chart.label ?? ((day: string) => formatDay(language, day));
  if (isListed(chart))
    return html`<figure class="chart" aria-labelledby="${id}"><figcaption id="${id}">${captionOf(chart)}</figcaption>
${eventList(chart, chart.listLabel ?? label)}</figure>`;
  const { marks, unit, zero } = scaleOf(chart);
  const width = days.length * STEP;
  const lineAt = (className: string, y: number) =>
    html`<line class="${className}" x1="0" x2="${width}" y1="${round(y)}" y2="${round(y)}"></line>`;
  const isEmpty = marks.length === 1;
  const lines = marks.map((mark) => ({ mark, y: round(zero - mark * unit) }));
  const empty = isEmpty ? [0, HEIGHT / 2].map((y) => lineAt("grid", y)) : [];
  const grid = lines.map(({ mark, y }) => lineAt(mark === 0 ? "zero" : "grid", y));
  const numbers = (isEmpty ? [] : lines).map(({ y, mark }) => ({ y, text: markText(language, kind, mark) }));
  const longest = numbers.reduce((long, { text }) => (text.length > long.length ? text : long), "");
  const scale = numbers.map(({ y, text }) => html`<text x="0" y="${y}%">${text}</text>`);
  const average = chart.average?.value ? chart.average : null;
  const frame = { language, chart, label, unit, zero };
  return html`<figure class="${isEmpty ? "chart chart-empty" : "chart"}" aria-labelledby="${id}">
<figcaption id="${id}">${captionOf(chart)}</figcaption>
<div class="chart-plot"><svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}" focusable="false">
${empty}${grid}${!isEmpty && zerosOf(chart, zero)}${barsOf(frame, above, false)}${below && barsOf(frame, below, true)}${lower && barsOf(frame, lower, true, below?.counts)}${average && lineAt("average", zero - average.value * unit)}</svg>
<div class="chart-scale" aria-hidden="true"><svg focusable="false">${scale}</svg><span>${longest}</span></div>
<div class="chart-days chart-days-${labelCount(chart)}" aria-hidden="true">${axis(chart, label)}</div>${chartKey(keyOf(language, chart))}</div>
</figure>`;
}

/** The marks that a chart contains beside its bars. */
export function marksOf({ above, below, lower, average, current }: Chart) {
  return {
    bad: above.counts.some((_, at) => above.isBad?.(at)),
    current: Boolean(current && [above, below, lower].some((bars) => bars?.counts.at(-1))),
    average: average?.value ?? 0,
  };
}

/** The marks of the chart, as far as it names their meaning. */
function keyOf(language: Language, chart: Chart): KeyItem[] {
  const { above, below, currentKey = "", scale = "count" } = chart;
  const { current: isOpen, average: value } = marksOf(chart);
  const { label = "", unit } = chart.average ?? {};
  const shown = value < 10 ? value : Math.round(value);
  const line =
    scale === "rate" ? label : [`${label}: ${markText(language, scale, shown)}`, unit].filter(Boolean).join(" ");
  const hasTone = ({ counts, isBad: isRed }: Bars) => counts.some((count, at) => count > 0 && !isRed?.(at));
  const items: KeyItem[] = [
    ...[above, below].flatMap((bars) => (bars && hasTone(bars) ? { mark: bars.tone, text: bars.key ?? "" } : [])),
    { mark: "current", text: isOpen ? currentKey : "" },
    { mark: "average", text: value === 0 || label === "" ? "" : line },
  ];
  return items.filter((item) => item.text !== "");
}

interface ChartFrame {
  language: Language;
  chart: Chart;
  label: (period: string) => string;
  unit: number;
  zero: number;
}

/** @param before the counts whose bars are between the line at zero and these */
function barsOf(frame: ChartFrame, bars: Bars, down: boolean, before: readonly number[] = []) {
  const { language, chart, label, unit, zero } = frame;
  const { days, current = "" } = chart;
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(count * unit, HEIGHT_MIN));
  return bars.counts.map((count, at) => {
    if (count === 0) return null;
    const height = heightOf(count);
    const y = down ? zero + heightOf(before[at] ?? 0) : zero - height;
    const isCurrent = current !== "" && at === days.length - 1;
    const value = bars.describe?.(at) ?? `${formatCount(language, count)} ${bars.name ?? ""}`;
    const text = `${label(days[at]!)}: ${value}${isCurrent ? ` ${current}` : ""}`;
    const tone = bars.isBad?.(at) ? "bad" : bars.tone;
    return html`<rect class="bar-${tone}${isCurrent && " bar-current"}" x="${round(at * STEP + (STEP - BAR) / 2)}" y="${round(y)}" width="${BAR}" height="${round(height)}"><title>${text}</title></rect>`;
  });
}

/** A dot on the line at zero for each period without counts, so that it is not taken for one without data. */
function zerosOf({ above, below, lower }: Chart, zero: number): Html | null {
  const isZero = above.counts.map((_, at) => ![above, below, lower].some((bars) => bars?.counts[at]));
  const marks = isZero.flatMap((is, at) => (is ? `M${round(at * STEP + (STEP - DOT) / 2)} ${round(zero)}h${DOT}` : []));
  return marks.length === 0 ? null : html`<path class="zeros" d="${marks.join("")}"></path>`;
}

function captionOf(chart: Chart): Html {
  const { title, total, totalBelow, href, hrefBelow, below, lower, change, comparison, alarming = false } = chart;
  const legend = [
    totalBelow && legendOf(totalBelow, hrefBelow, below?.tone),
    lower && legendOf(lower.total, lower.href, lower.tone),
  ];
  // Beside a red change, the comparison stays quiet.
  const isRed = alarming && !change;
  const className = ["chart-before", isRed && "chart-alarm"].filter(Boolean).join(" ");
  const name = href === undefined ? title : html`<a href="${href}">${title}</a>`;
  const sum = html`<strong class="${alarming ? "chart-total chart-alarm" : "chart-total"}">${total}</strong>`;
  const shown =
    change &&
    html`<span class="${alarming ? "chart-change chart-alarm" : "chart-change"}">${changeView(change)}</span>`;
  const compared = comparison
    ? html` <small class="${className}">${shown}${shown && " "}${comparison}</small>`
    : shown && html` ${shown}`;
  return html`<span class="chart-title">${name}</span> ${sum}${legend}${compared}`;
}

function legendOf(total: string, href?: string, tone?: Bars["tone"]): Html {
  const words = href === undefined ? total : html`<a href="${href}">${total}</a>`;
  const mark = tone && html` chart-legend-below${tone !== "quiet" && ` chart-legend-${tone}`}`;
  return html` <span class="chart-legend${mark}">${words}</span>`;
}

/** A signed change, with words for screen readers. */
export function changeView({ text, words }: Change): Html {
  return html`<span aria-hidden="true">${text}</span><span class="sr">${words}</span>`;
}

/** A week has a place for each day; a day of hours has four labels and other periods have three, so that each has room. */
function labelCount({ days }: Chart): number {
  if (days.length === 7) return 7;
  return Math.min(days.length, days.length === 24 ? 4 : 3);
}

/** The labels of the axis, at equal distances. Each begins below the bar of its period; `now` ends below the last bar. */
function axis(chart: Chart, label: (period: string) => string): Html[] {
  const { days, now = "" } = chart;
  const count = labelCount(chart);
  const starts = Array.from({ length: count }, (_, at) => days[Math.floor((at * days.length) / count)] ?? "");
  // The label of a day is wider than its bar in a week: every second place is free, and the last is that of `now`.
  const isFree = (at: number) => count === 7 && (at % 2 === 1 || at === 6);
  const labels = starts.map((day, at) => html`<span>${isFree(at) ? "" : label(day)}</span>`);
  return now === "" ? labels : [...labels, html`<span class="chart-now">${now}</span>`];
}

/** The share of a count in a total, as a bar beside the count. */
export function shareBar(count: number, total: number): Html {
  const part = round((100 * count) / Math.max(1, total));
  return html`<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect width="${part}" height="1"></rect></svg>`;
}

/** The parts of a whole as one bar, each in the colour of its badge. The page must show the counts, too. */
export function stackedBar(parts: readonly { part: Tone | "strong"; count: number }[]): Html {
  const shown = parts.filter(({ count }) => count > 0);
  const all = shown.reduce((sum, { count }) => sum + count, 0);
  // A small part stays visible.
  const widths = shown.map(({ count }) => Math.max(PART_MIN, round((100 * count) / all)));
  let x = 0;
  const rects = shown.map(({ part }, at) => {
    const rect = html`<rect class="part-${part}" x="${round(x)}" width="${widths[at]}" height="1"></rect>`;
    x += widths[at]!;
    return rect;
  });
  return html`<svg class="parts" viewBox="0 0 ${round(x)} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${rects}</svg>`;
}

/** The minimum width of a part, in percent. */
const PART_MIN = 0.6;

/** The bars below zero are counts, too: their numbers have no sign. */
function markText(language: Language, scale: "count" | "rate", mark: number): string {
  return scale === "rate" ? PERCENT[language].format(mark / 100) : SHORT[language].format(Math.abs(mark));
}

const round = (value: number) => Math.round(value * 100) / 100;

const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat("en-GB"),
  de: new Intl.NumberFormat("de"),
};
const percentFormat = (locale: string, digits: number) =>
  new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: 1 });
/** The percentages of an axis are short; those of figures have one digit, so that they compare. */
const PERCENT: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: percentFormat("en-GB", 0),
  de: percentFormat("de", 0),
};
const RATE: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: percentFormat("en-GB", 1),
  de: percentFormat("de", 1),
};
const shortFormat = (locale: string) =>
  new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
/** The formats for the numbers of an axis. */
const SHORT: Readonly<Record<Language, Intl.NumberFormat>> = { en: shortFormat("en-GB"), de: shortFormat("de") };
const dayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
const DAYS: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: dayFormat("en-GB"), de: dayFormat("de") };

/** A count with the thousands separators of the language. */
export function formatCount(language: Language, count: number): string {
  return NUMBERS[language].format(count);
}

/** The lowest rate that is not rounded to zero. */
const SHOWN_RATE = 0.05;

/** A percentage with one digit after the separator of the language; a very low one is "<0.1%". @param rate such as 1.2 for 1.2% */
export function formatRate(language: Language, rate: number): string {
  const isLow = rate > 0 && rate < SHOWN_RATE;
  return isLow ? `<${RATE[language].format(2 * (SHOWN_RATE / 100))}` : RATE[language].format(rate / 100);
}

/** A percentage without digits after the separator. */
export function formatWhole(language: Language, rate: number): string {
  return PERCENT[language].format(Math.round(rate) / 100);
}

/** Formats the start of an hour in UTC, such as "14:00". @param hour an ISO timestamp */
export function formatHour(hour: string): string {
  return `${hour.slice(11, 13)}:00`;
}

/** Formats a day such as `2026-01-31` without its year. */
export function formatDay(language: Language, day: string): string {
  return DAYS[language].format(new Date(`${day}T00:00:00Z`));
}
