import type { Language } from "../http/language.ts";

const FORMATS: Readonly<Record<Language, Intl.ListFormat>> = {
  en: new Intl.ListFormat("en-GB", { type: "conjunction" }),
  de: new Intl.ListFormat("de", { type: "conjunction" }),
};

/** Words as in a sentence, such as "the platform and the merchant". */
export function sentenceList(language: Language, words: readonly string[]): string {
  return FORMATS[language].format(words);
}
