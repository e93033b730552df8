import { type Html, html } from "../components/html.ts";
import { emptyState, pathWith } from "../components/list.ts";
import type { Chip } from "../components/list-filter.ts";
import { linkButton } from "../components/page-header.ts";
import type { PageContext } from "../router/page-router.ts";
import { type Named, type SearchMatch, SOME } from "./search.ts";

/** A filter of a list by the name or id of another resource. */
export interface SearchFilter {
  /** The query parameter. */
  name: string;
  /** The label of the field. */
  label: string;
  /** The kind of resource, for the notice. */
  noun: string;
  match: SearchMatch;
  /** The content of the list without a match. Default: a title with the kind of resource. */
  none?: { title: string; text: string };
}

/** The id to filter by; empty for no filter. */
export function idOf(match: SearchMatch): string {
  return match.kind === "one" ? match.id : "";
}

/** The query parameter of a match. */
export function filterText(match: SearchMatch): string {
  if (match.kind === "any") return "";
  return match.typed;
}

/** The text of the field. */
export function fieldText(match: SearchMatch): string {
  return match.kind === "one" ? (match.shown ?? match.typed) : filterText(match);
}

/** The chips of the filters in use. A text with several matches filters after the choice. @param names the names of ids that the search did not look up, such as those of the listed rows */
export function searchChips(fields: readonly SearchFilter[], names: Readonly<Record<string, string>> = {}): Chip[] {
  return fields.flatMap(({ name, noun, match }) => {
    if (match.kind === "any" || match.kind === "several") return [];
    const value = match.kind === "one" ? match.name || names[match.id] || match.id : match.typed;
    return [{ label: noun, value, names: [name] }];
  });
}

/** True if a filter has no match or several matches. Then the list is empty. */
export function isUnresolved(fields: readonly Pick<SearchFilter, "match">[]): boolean {
  return fields.some(({ match }) => match.kind === "none" || match.kind === "several");
}

interface AppliedSearch {
  path: string;
  filter: Readonly<Record<string, string>>;
}

/** A notice about filters without a single match. Several matches are shown as links. */
export function searchNotice(context: PageContext, fields: readonly SearchFilter[], search: AppliedSearch): Html {
  return html`${fields.map((field) => noticeOf(context, field, search))}`;
}

function noticeOf(
  { t }: PageContext,
  { name, noun, match, none }: SearchFilter,
  { path, filter }: AppliedSearch,
): Html | null {
  const { list } = t;
  if (match.kind === "any" || match.kind === "one") return null;
  if (match.kind === "none")
    return emptyState({
      icon: "search",
      title: list.noMatch(noun, match.typed),
      ...none,
      action: linkButton(pathWith(path, { ...filter, [name]: "" }), list.clearSearch, "secondary"),
    });
  const links = match.some.map(
    (one) =>
      html`<li><a class="chip" href="${pathWith(path, { ...filter, [name]: one.id })}" title="${one.id}"><span dir="auto">${one.name || one.id}</span>${isNamesake(one, match.some) && html` <code>${one.id}</code>`}</a></li>`,
  );
  const count = match.some.length;
  const text = count < SOME ? list.matches(count, match.typed) : list.firstMatches(count, match.typed);
  return html`<div class="choice"><p>${noun}: ${text}</p><ul class="chips">${links}</ul></div>`;
}

/** True if only the ID tells the match from another one. */
function isNamesake({ id, name }: Named, some: readonly Named[]): boolean {
  return some.some((other) => other.id !== id && other.name === name);
}
