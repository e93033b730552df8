/** The texts for a count, in which `#` stands for the number. */
export interface PluralForms {
  one: string;
  other: string;
}

/**
 * Returns a function that formats counts in one language: it selects the form by the plural rule of the language, and groups the digits.
 * @param language a BCP 47 tag
 */
export function pluralOf(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  const digits = new Intl.NumberFormat(language);
  return (count, forms) => {
    const form = rules.select(count) === "one" ? forms.one : forms.other;
    return form.replace("#", digits.format(count));
  };
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

type Unit = (typeof UNITS)[number][0];

/** By language and unit, because the creation of a format takes longer than the formatting. */
const FORMATS = new Map<string, Intl.NumberFormat>();

function formatOf(language: string, unit: Unit): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const format = FORMATS.get(key) ?? new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  FORMATS.set(key, format);
  return format;
}

/** Formats a duration in whole seconds in the largest unit that divides it, such as "30 days" or "90 minutes". */
export function durationOf(language: string, seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[3];
  return formatOf(language, unit).format(seconds / length);
}
