import type { Language } from "../http/language.ts";
import type { Messages } from "../messages.en.ts";
import { type Change, formatCount, formatWhole } from "./chart.ts";

interface Compared {
  count: number;
  /** The count of the same time before. */
  before: number;
  /** True for rates, whose change in percent would be taken for one in percentage points. */
  isRate?: boolean;
}

/** The length of a period and of the period before it; null: 24 hours. */
type Days = number | null;

interface ComparisonContext {
  language: Language;
  t: Pick<Messages, "comparison">;
}

/** The count with which that of the period is compared, such as "from 4 in the 30 days before"; null without counts before. */
export function comparisonOf({ language, t }: ComparisonContext, before: number, days: Days): string | null {
  if (before === 0) return null;
  const count = formatCount(language, before);
  return days === null ? t.comparison.againstHours(count) : t.comparison.againstDays(count, days);
}

/** Fewer counts before say nothing about the usual. */
const BASE_MIN = 10;

/** The change to the period before, which the comparison names, in percent of enough counts; null without counts before. */
export function changeOf({ language, t }: ComparisonContext, { count, before, isRate }: Compared): Change | null {
  if (before === 0) return null;
  const { more, less, same } = t.comparison;
  if (count === before) return { text: "±0", words: same };
  const [mark, words] = count > before ? ["▲", more] : ["▼", less];
  if (isRate || before < BASE_MIN) return { text: mark, words: words("") };
  const percent = percentOf(language, (100 * Math.abs(count - before)) / before);
  return { text: `${mark} ${percent}`, words: words(percent) };
}

/** A change that is rounded to zero is "<1%". */
function percentOf(language: Language, percent: number): string {
  return percent < 0.5 ? `<${formatWhole(language, 1)}` : formatWhole(language, percent);
}

/** The average of a count in the periods before, as a line of a chart; null if so few were counted that it says nothing. */
export function averageOf(before: number, periods: number): { value: number } | null {
  return before < BASE_MIN || periods === 0 ? null : { value: before / periods };
}
