import { de } from "../messages.de.ts";
import { en, type Messages } from "../messages.en.ts";

export type Language = "en" | "de";

/** The message file of each language; the first is the one for everybody else. */
export const MESSAGES: Record<Language, Messages> = { en, de };

export const LANGUAGES = Object.keys(MESSAGES) as Language[];

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(MESSAGES, text);
}

/** The language to answer in: the one chosen on the page, else the best of the browser's. @see RFC 9110 §12.5.4 */
export function pickLanguage(chosen: string | null, acceptLanguage: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  return rankedTags(acceptLanguage ?? "").find(isLanguage) ?? "en";
}

/** Primary tags, the most wanted first. */
function rankedTags(header: string): string[] {
  return header
    .slice(0, 500)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const q = parameters.find((parameter) => parameter.startsWith("q="));
      return { tag: tag.split("-")[0]!, quality: q === undefined ? 1 : Number(q.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
