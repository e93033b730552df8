import type { FastifyReply, FastifyRequest } from "fastify";
import { type Html, html } from "../components/html.ts";
import { queryOf } from "../http/guard.ts";
import type { RequestContext } from "../request-context.ts";

/** The programming languages of the samples, with their names. */
export const CODE_LANGUAGES = { curl: "curl", javascript: "JavaScript", python: "Python", go: "Go" } as const;

export type CodeLanguage = keyof typeof CODE_LANGUAGES;

const ONE_YEAR = 31_536_000;

const isCodeLanguage = (text: string | null): text is CodeLanguage =>
  text !== null && Object.hasOwn(CODE_LANGUAGES, text);

/** The language of the query `code`, which a cookie remembers for the other pages, else that of the cookie; null without one. */
export function chosenCode({ web }: RequestContext, request: FastifyRequest, reply: FastifyReply): CodeLanguage | null {
  const { cookie } = request.headers;
  const asked = queryOf(request).one("code");
  const remembered = web.cookies.read(cookie, "code");
  if (!isCodeLanguage(asked)) return isCodeLanguage(remembered) ? remembered : null;
  if (asked !== remembered && request.method === "GET")
    reply.header("set-cookie", web.cookies.write("code", asked, ONE_YEAR));
  return asked;
}

interface Tabs {
  /** The name of the choice. */
  label: string;
  languages: readonly CodeLanguage[];
  current: CodeLanguage;
  /** The page with the sample in a language. */
  hrefOf(language: CodeLanguage): string;
}

/** The languages of a sample as links, for its bar. */
export function codeTabs({ label, languages, current, hrefOf }: Tabs): Html {
  const items = languages.map(
    (language) =>
      html`<li><a href="${hrefOf(language)}" ${language === current && html`aria-current="true"`}>${CODE_LANGUAGES[language]}</a></li>`,
  );
  return html`<nav aria-label="${label}"><ul>${items}</ul></nav>`;
}
