import type { Language } from "../http/language.ts";
import type { Messages } from "../messages.en.ts";
import { type Change, formatCount, formatWhole } from "./chart.ts";

/** `chosen`: days that the reader has chosen. */
export type ComparedPeriod = "hours" | "week" | "days" | "chosen";

interface Compared {
  /** The count of the complete periods: the current one is not over. */
  count: number;
  /** The count of the same number of periods before. */
  before: number;
  period: ComparedPeriod;
  /** The number of complete days; only for chosen ones. */
  days?: number;
}

interface ComparisonContext {
  language: Language;
  t: Pick<Messages, "comparison">;
}

/** The count with which that of the complete periods is compared, such as "against the 29 days before (4)"; null without counts before. */
export function comparisonOf(
  { language, t }: ComparisonContext,
  { before, period, days = 0 }: Pick<Compared, "before" | "period" | "days">,
): string | null {
  if (before === 0) return null;
  return t.comparison[period].against(formatCount(language, before), days);
}

/** Below this count, a percentage exaggerates: the difference is shown. */
const BASE_MIN = 10;

/** The change of the complete periods to those before, such as "▲ 7%"; null without counts before. */
export function changeOf(
  { language, t }: ComparisonContext,
  { count, before }: Pick<Compared, "count" | "before">,
): Change | null {
  if (before === 0) return null;
  const { more, less, same } = t.comparison;
  const difference = Math.abs(count - before);
  const size =
    before < BASE_MIN ? formatCount(language, difference) : formatWhole(language, (100 * difference) / before);
  if (difference === 0) return { text: `± ${size}`, words: same };
  return count > before ? { text: `▲ ${size}`, words: more(size) } : { text: `▼ ${size}`, words: less(size) };
}
