import type { CodeSyntax } from "../components/highlight.ts";
import { type Html, html } from "../components/html.ts";

/** The programming languages of the samples, with their names. */
export const CODE_LANGUAGES = { curl: "curl", javascript: "JavaScript", python: "Python", go: "Go" } as const;

export type CodeLanguage = keyof typeof CODE_LANGUAGES;

/** The syntax of samples in each language. */
export const SYNTAXES: Readonly<Record<CodeLanguage, CodeSyntax>> = {
  curl: "shell",
  javascript: "javascript",
  python: "python",
  go: "go",
};

interface Tabs {
  /** The name of the choice for screen readers. */
  label: string;
  languages: readonly CodeLanguage[];
  current: CodeLanguage;
  /** The page with the sample in a language. */
  hrefOf(language: CodeLanguage): string;
}

/** Links to the languages of a sample, for the bar above it. */
export function codeTabs({ label, languages, current, hrefOf }: Tabs): Html {
  const items = languages.map(
    (language) =>
      html`<li><a href="${hrefOf(language)}" ${language === current && html`aria-current="true"`}>${CODE_LANGUAGES[language]}</a></li>`,
  );
  return html`<nav aria-label="${label}"><ul>${items}</ul></nav>`;
}
