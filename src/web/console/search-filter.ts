import { type Html, html } from "../components/html.ts";
import { pathWith } from "../components/list.ts";
import type { PageContext } from "../router/page-router.ts";
import type { SearchMatch } from "./search.ts";

/** One thing that a list is asked for by its name or id. */
export interface SearchFilter {
  /** The parameter of the address. */
  name: string;
  /** What its field is called. */
  label: string;
  /** What it is, in a word. */
  noun: string;
  match: SearchMatch;
}

/** The id that the list is asked for; empty: any. */
export function idOf(match: SearchMatch): string {
  return match.kind === "one" ? match.id : "";
}

/** What stands in the field and in addresses: what names that one alone, else what was typed. */
export function filterText(match: SearchMatch): string {
  if (match.kind === "any") return "";
  return match.typed;
}

/** True where something was named that is not one thing: then nothing is listed. */
export function isUnresolved(fields: readonly Pick<SearchFilter, "match">[]): boolean {
  return fields.some(({ match }) => match.kind === "none" || match.kind === "several");
}

interface Asked {
  path: string;
  filter: Readonly<Record<string, string>>;
}

/** What was found by what was typed, and where it was several, each of them as a link. */
export function searchNotice(context: PageContext, fields: readonly SearchFilter[], asked: Asked): Html {
  return html`${fields.map((field) => noticeOf(context, field, asked))}`;
}

function noticeOf({ t }: PageContext, { name, noun, match }: SearchFilter, { path, filter }: Asked): Html | null {
  const { list } = t;
  if (match.kind === "any" || (match.kind === "one" && match.name === "")) return null;
  if (match.kind === "one") return html`<p class="muted">${noun}: <strong dir="auto">${match.name}</strong></p>`;
  if (match.kind === "none") return html`<p class="notice notice-warn">${noun}: ${list.noMatch(match.typed)}</p>`;
  const links = match.some.map(
    (one) =>
      html`<li><a href="${pathWith(path, { ...filter, [name]: one.id })}"><span dir="auto">${one.name || one.id}</span></a> <code>${one.id}</code></li>`,
  );
  return html`<div class="notice"><p>${noun}: ${list.severalMatches(match.typed)}</p><ul>${links}</ul></div>`;
}
