import type { Language } from "../http/language.ts";
import type { Messages } from "../messages.en.ts";
import { formatCount } from "./chart.ts";

interface Compared {
  /** The count of the complete periods: the current one is not over. */
  count: number;
  /** The count of the same number of periods before. */
  before: number;
  period: "hours" | "days";
}

/** The count of the complete periods and that before, such as "6 in 29 full days, 4 in the 29 before"; null without counts before. */
export function comparisonOf(
  { language, t }: { language: Language; t: Pick<Messages, "comparison"> },
  { count, before, period }: Compared,
): string | null {
  if (before === 0) return null;
  return t.comparison[period].full(formatCount(language, count), formatCount(language, before));
}
