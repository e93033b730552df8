import { de } from "../messages.de.ts";
import { en, type Messages } from "../messages.en.ts";

export type Language = "en" | "de";

/** The texts by language. */
export const MESSAGES: Record<Language, Messages> = { en, de };

export const LANGUAGES = Object.keys(MESSAGES) as Language[];

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(MESSAGES, text);
}

/** The language chosen on a page, else the best match of the Accept-Language header, else English. @see RFC 9110 §12.5.4 */
export function pickLanguage(chosen: string | null, acceptLanguage = ""): Language {
  if (isLanguage(chosen)) return chosen;
  const ranges = acceptLanguage
    .slice(0, 500)
    .toLowerCase()
    .matchAll(/(?:^|,)\s*([a-z]+)[^,;]*(?:;\s*q=([\d.]+))?/g);
  let best: { language: Language; quality: number } = { language: "en", quality: 0 };
  for (const [, tag = "", quality = "1"] of ranges) {
    if (isLanguage(tag) && Number(quality) > best.quality) best = { language: tag, quality: Number(quality) };
  }
  return best.language;
}
