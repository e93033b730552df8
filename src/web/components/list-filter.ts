import type { Frame } from "../layout/frame.ts";
import { type Input, searchInput } from "./fields.ts";
import { type Html, html } from "./html.ts";
import { icon } from "./icon.ts";
import { pathWith } from "./list.ts";

/** A tab of a list: a link that sets filters and keeps the others. */
export interface ListTab {
  label: string;
  /** The query parameters that the tab sets, also the order; an empty value removes the parameter. */
  set: Readonly<Record<string, string>>;
  current: boolean;
  /** The number of entries. Counts stop at `COUNT_LIMIT`. */
  count?: number | undefined;
  /** True if the count is of a part of the entries, which is shown as "12+". */
  atLeast?: boolean;
  /** The colour of a count that asks for action. */
  tone?: "warn" | undefined;
  /** True for the first tab of another kind than those before it, after a line. */
  apart?: boolean;
}

/** An active filter, with a link that removes it. */
export interface Chip {
  label: string;
  value: string;
  /** The query parameters of the filter. */
  names: readonly string[];
}

export interface ListFilter {
  path: string;
  /** The query parameters of all filters; empty values are omitted. */
  filter: Readonly<Record<string, string>>;
  /** The order as in the query. */
  sort?: string;
  /** The search field. Absent for a list without a search by text. */
  search?: Omit<Input, "type" | "optional">;
  /** The tabs and their name for screen readers. */
  tabs?: { label: string; tabs: readonly ListTab[] };
  /** The other fields, folded under "Filter". */
  fields?: readonly Html[];
  chips?: readonly Chip[];
  /** True if the folded fields are open. */
  open?: boolean;
  /** The address of the list without filters. Default: `path`. */
  reset?: string;
}

/** Counts of tabs stop here. */
export const COUNT_LIMIT = 1_000;

/** The filters of a list: search field, folded fields, active filters as chips, and tabs. Works without a script. */
export function listFilter(frame: Pick<Frame, "t" | "language">, list: ListFilter): Html {
  const { path, search, fields = [], tabs } = list;
  return html`<form class="list-filter" method="get" action="${path}" role="search">
${search && html`<div class="list-search">${searchInput(search)}<button type="submit" class="search-go" aria-label="${frame.t.list.search}">${icon("search")}</button></div>`}
${fields.length > 0 && filterMenu(frame, list)}
${hiddenFields(list)}</form>
${chipList(frame, list)}
${tabs && listTabs(frame, list, tabs)}`;
}

function filterMenu(frame: Pick<Frame, "t">, filtered: ListFilter): Html {
  const { fields = [], chips = [], open } = filtered;
  const { list } = frame.t;
  const isSort = fields.every((field) => String(field).includes('name="sort"'));
  const used = isSort ? 0 : chips.length + (searchedOf(frame, filtered) === null ? 0 : 1);
  return html`<details class="${isSort ? "filter-menu sort-menu" : "filter-menu"}" ${open && "open"}><summary class="button secondary">${icon(isSort ? "sort" : "filter")}<span class="menu-label">${isSort ? list.order : list.filter}</span>${used > 0 && html` <span class="list-count">${used}</span>`}</summary>
<div class="filter-panel">${fields}<button type="submit">${isSort ? list.order : list.apply}</button></div></details>`;
}

/** Keeps the filters that have no field of their own, such as those of the tabs. */
function hiddenFields({ filter, sort = "", search, fields = [] }: ListFilter): Html {
  const hasField = (name: string) =>
    name === search?.name || fields.some((field) => String(field).includes(` name="${name}"`));
  const hidden = Object.entries({ ...filter, sort }).filter(([name, value]) => value !== "" && !hasField(name));
  return html`${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** The chip of a search, unless the page has its own; null without one. */
function searchedOf(
  { t }: Pick<Frame, "t">,
  { search, chips = [] }: Pick<ListFilter, "search" | "chips">,
): Chip | null {
  const { name = "", value = "" } = search ?? {};
  if (value === "" || chips.some(({ names }) => names.includes(name))) return null;
  return { label: t.list.searched, value, names: [name] };
}

/** The active filters, each with a link that removes it, and a link that removes several. */
function chipList(frame: Pick<Frame, "t">, filtered: ListFilter): Html | null {
  const { path, filter, sort = "", chips = [], reset = path } = filtered;
  const { list } = frame.t;
  const searched = searchedOf(frame, filtered);
  const all = searched === null ? chips : [searched, ...chips];
  if (all.length === 0) return null;
  const items = all.map((chip) => {
    const rest = Object.entries(filter).filter(([name]) => !chip.names.includes(name));
    const href = pathWith(path, { ...Object.fromEntries(rest), sort });
    return html`<li>${chip === searched ? searchChip(frame.t, chip, href) : chipLink(frame.t, chip, href)}</li>`;
  });
  const clear = items.length > 1 && html`<li><a class="clear" href="${reset}">${list.reset}</a></li>`;
  return html`<ul class="chips" aria-label="${list.active}">${items}${clear}</ul>`;
}

function chipLink({ list }: Frame["t"], { label, value }: Chip, href: string): Html {
  return html`<a class="chip" href="${href}"><span class="sr">${list.removeFilter} </span>${label}${value && html`: <strong dir="auto">${value}</strong>`}<span class="chip-x" aria-hidden="true">×</span></a>`;
}

/** The link does not contain the text, so that the links of the rows stay the only ones with its words. */
function searchChip({ list }: Frame["t"], { label, value }: Chip, href: string): Html {
  return html`<span class="chip">${label}: <strong dir="auto">${value}</strong><a class="chip-x" href="${href}" aria-label="${list.removeFilter} ${label}">×</a></span>`;
}

/** A row of tabs, also for a list without other filters. */
export function listTabs(
  { language }: Pick<Frame, "language">,
  { path, filter, sort = "" }: Pick<ListFilter, "path" | "filter" | "sort">,
  { label, tabs }: NonNullable<ListFilter["tabs"]>,
): Html {
  const items = tabs.map(({ label, set, current, count, atLeast = false, tone, apart }) => {
    const href = pathWith(path, { ...filter, sort, ...set });
    const shown =
      count !== undefined &&
      html` <span class="${tone === undefined ? "list-count" : `list-count list-count-${tone}`}">${countText(language, count, atLeast)}</span>`;
    return html`<li${apart && html` class="apart"`}><a href="${href}" ${current && html`aria-current="true"`}>${label}${shown}</a></li>`;
  });
  return html`<nav class="tabs list-tabs" aria-label="${label}"><ul>${items}</ul></nav>`;
}

/** A count that stops at `COUNT_LIMIT`, such as "1,000+". */
export function countText(language: string, count: number, atLeast = false): string {
  const shown = Math.min(count, COUNT_LIMIT).toLocaleString(language);
  return atLeast || count >= COUNT_LIMIT ? `${shown}+` : shown;
}

/** The count of the current tab; undefined without counts. */
export function totalOf(language: string, count: number | undefined): string | undefined {
  return count === undefined ? undefined : countText(language, count);
}

/** The count of the current tab, for the end of the list; undefined if it is a part of the entries below `COUNT_LIMIT`. */
export function currentTotal(language: string, tabs: readonly ListTab[]): string | undefined {
  const { count, atLeast = false } = tabs.find(({ current }) => current) ?? {};
  return atLeast && count !== undefined && count < COUNT_LIMIT ? undefined : totalOf(language, count);
}

/** The tabs of a filter with one value: all, and one for each value. @param counts the numbers of entries by value */
export function valueTabs(all: string, { name, value, options, counts, atLeast = false }: ValueTabs): ListTab[] {
  return [{ value: "", label: all }, ...options].map((option) => ({
    label: option.label,
    set: { [name]: option.value },
    current: value === option.value,
    count: counts?.(option.value),
    atLeast,
  }));
}

export interface ValueTabs {
  /** The query parameter. */
  name: string;
  /** The current value. */
  value: string;
  options: readonly { value: string; label: string }[];
  counts?: ((value: string) => number | undefined) | undefined;
  /** True if the counts are of a part of the entries. */
  atLeast?: boolean;
}
