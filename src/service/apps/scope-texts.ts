import type { ScopeText } from "../../model/scope.ts";
import type { FieldViolation } from "../errors.ts";
import { findTextError } from "../text-validation.ts";
import { violation } from "../violations.ts";

export type ScopeTexts = Readonly<Record<string, ScopeText>>;

/** The scope with title and description in a language; with the default texts if the scope has none in this language. */
export function inLanguage<S extends ScopeText & { texts?: ScopeTexts }>(scope: S, language: string | null): S {
  const text = language === null ? undefined : scope.texts?.[language];
  return text === undefined
    ? scope
    : { ...scope, title: text.title, description: text.description || scope.description };
}

export const MAX_TITLE = 100;
export const MAX_DESCRIPTION = 500;
const MAX_LANGUAGES = 30;
/** @see RFC 5646 §2.1 */
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

export function findTextsViolations(texts: ScopeTexts): FieldViolation[] {
  const languages = Object.keys(texts);
  const invalid = languages.length > MAX_LANGUAGES || languages.some((language) => !LANGUAGE.test(language));
  return [
    ...violation("scope.texts", invalid ? `Use at most ${MAX_LANGUAGES} language tags such as "de" or "pt-BR".` : null),
    ...Object.entries(texts)
      .slice(0, MAX_LANGUAGES)
      .flatMap(([language, { title, description }]) => [
        ...violation(`scope.texts.${language}.title`, findTextError(title, { min: 1, max: MAX_TITLE })),
        ...violation(
          `scope.texts.${language}.description`,
          findTextError(description, { min: 0, max: MAX_DESCRIPTION, multiline: true }),
        ),
      ]),
  ];
}
