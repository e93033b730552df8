import type { Language } from "../http/language.ts";
import type { Messages } from "../messages.en.ts";
import { type Change, type Chart, formatCount, formatWhole } from "./chart.ts";

interface Compared {
  count: number;
  /** The count of the same time before. */
  before: number;
}

/** The length of a period and of the period before it; null: 24 hours. */
type Days = number | null;

interface ComparisonContext {
  language: Language;
  t: Pick<Messages, "comparison">;
}

/** The count with which that of the period is compared, such as "vs. the 30 days before (4)"; null without counts before. */
export function comparisonOf({ language, t }: ComparisonContext, before: number, days: Days): string | null {
  if (before === 0) return null;
  const count = formatCount(language, before);
  return days === null ? t.comparison.againstHours(count) : t.comparison.againstDays(count, days);
}

/** Below this count, a percentage exaggerates: the difference is shown. */
const BASE_MIN = 10;

/** The change to the period before, such as "▲ 7%"; null without counts before. */
export function changeOf({ language, t }: ComparisonContext, { count, before }: Compared): Change | null {
  if (before === 0) return null;
  const { more, less, same } = t.comparison;
  const difference = Math.abs(count - before);
  const size =
    before < BASE_MIN ? formatCount(language, difference) : formatWhole(language, (100 * difference) / before);
  if (difference === 0) return { text: `± ${size}`, words: same };
  return count > before ? { text: `▲ ${size}`, words: more(size) } : { text: `▼ ${size}`, words: less(size) };
}

/** The average of a count in the periods before, as a line of a chart; null if so few were counted that it says nothing. */
export function averageOf(
  { t }: Pick<ComparisonContext, "t">,
  { before, periods, unit }: { before: number; periods: number; unit: "perHour" | "perDay" },
): Chart["average"] {
  if (before < BASE_MIN || periods === 0) return null;
  const { average } = t.comparison;
  return { value: before / periods, label: average.before, unit: average[unit] };
}
