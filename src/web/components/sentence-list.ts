import type { Language } from "../http/language.ts";

const formatsOf = (type: "conjunction" | "disjunction"): Readonly<Record<Language, Intl.ListFormat>> => ({
  en: new Intl.ListFormat("en-GB", { type }),
  de: new Intl.ListFormat("de", { type }),
});

const ALL = formatsOf("conjunction");
const ONE_OF = formatsOf("disjunction");

/** Words as in a sentence, such as "the platform and the merchant". */
export function sentenceList(language: Language, words: readonly string[]): string {
  return ALL[language].format(words);
}

/** Words of which one is enough, such as "the platform or the merchant". */
export function alternativesList(language: Language, words: readonly string[]): string {
  return ONE_OF[language].format(words);
}
