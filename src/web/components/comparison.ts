import type { Language } from "../http/language.ts";
import type { Messages } from "../messages.en.ts";

const percentFormat = (locale: string) => new Intl.NumberFormat(locale, { style: "percent" });
const PERCENT: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: percentFormat("en-GB"),
  de: percentFormat("de"),
};

interface Compared {
  /** The count of the complete periods: the current one is not over. */
  count: number;
  /** The count of the same number of periods before. */
  before: number;
  period: "hours" | "days";
}

/** A count beside that of the periods before, such as "12% more than in the 29 days before"; null without counts before. */
export function comparisonOf(
  { language, t }: { language: Language; t: Pick<Messages, "comparison"> },
  { count, before, period }: Compared,
): string | null {
  if (before === 0) return null;
  return changeOf(language, count / before - 1, t.comparison[period]);
}

interface ChangeTexts {
  more: (percent: string) => string;
  less: (percent: string) => string;
  same: string;
}

/** A relative change in words. @param change such as 0.12 for 12% more */
export function changeOf(language: Language, change: number, texts: ChangeTexts): string {
  const percent = PERCENT[language].format(Math.abs(change));
  if (percent === PERCENT[language].format(0)) return texts.same;
  return change > 0 ? texts.more(percent) : texts.less(percent);
}
