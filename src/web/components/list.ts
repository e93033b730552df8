import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import type { IconName } from "./icon.ts";
import { illustration } from "./illustration.ts";
import { nextTrail, previousPage, readTrail, type Trail, type TrailFrame, trailName, trailText } from "./trail.ts";

export interface List {
  /** The caption for screen readers. */
  caption: string;
  columns: readonly Column[];
  /** The rows, with one cell per column. The first cell names the row. */
  rows: readonly (readonly HtmlValue[])[];
  /** The content of an empty list: a text or an `emptyState`. */
  none: HtmlValue;
  /** True if all entries are on this page, so that the script of the page may sort them. */
  sortable?: boolean;
}

/**
 * The head of a column by which the server can sort: a link that sorts the list by this column, or reverses the order if the list is
 * already sorted by it.
 */
export interface SortedColumn extends PlainColumn {
  href: string;
  direction: "ascending" | "descending" | null;
}

export interface PlainColumn {
  label: string;
  /**
   * The value on a phone: beside the name (`corner`), below it with another value at the end of the same line (`line` and `end`), among the
   * facts below the name without the name of the column (`bare`), or not shown (`none`). Default: among the facts, with the name of the
   * column.
   */
  phone?: "corner" | "line" | "end" | "bare" | "none";
  /** The order of the rows by this column. Absent or null if they have another order. */
  direction?: "ascending" | "descending" | null;
  /** True for a column of numbers with marks; a column of plain numbers needs no mention. */
  number?: boolean;
  /** True for a column of buttons, which stand at the end of the row. Their own words make its name visible only to screen readers. */
  action?: boolean;
}

/** A count in a row, with its unit on phones, where no head names it. */
export function withUnit(count: string, unit: string): Html {
  return html`${count}<span class="phone-word"> ${unit}</span>`;
}

/** The head of a column. */
export type Column = string | PlainColumn | SortedColumn;

const labelOf = (column: Column | undefined) => (typeof column === "object" ? column.label : (column ?? ""));

export interface EmptyState {
  title: string;
  /** The future content of the list, and how its first entry is made. */
  text?: HtmlValue;
  /** A link to the first step. */
  action?: HtmlValue;
  /** The icon of the picture. Default: `inbox`. */
  icon?: IconName;
}

/** The content that replaces an empty list: a picture, a heading, one sentence and one action. */
export function emptyState({ title, text, action, icon }: EmptyState): Html {
  return html`<div class="empty">${illustration(icon)}<p class="empty-title"><strong>${title}</strong></p>${text && html`<p>${text}</p>`}${action && html`<p class="buttons">${action}</p>`}</div>`;
}

/** Searches of up to this length find only the start of names. */
const SHORT_SEARCH = 2;

const findsStart = ({ search = "", findsParts = false }: Pick<CountedList, "search" | "findsParts">) =>
  !findsParts && search !== "" && [...search].length <= SHORT_SEARCH;

/**
 * The content of a list in which no entry matches the filters.
 *
 * @param search the text of the search, if the list has one
 * @param options `findsParts`: short texts also find any part of a name; `tab`: the tab that was searched, with a link to the same search in
 * all tabs; `noMatch`: the title of a search, with the name of the entries; `action`: links that clear the search or the filters
 */
export function noResults(
  { list }: Pick<Messages, "list">,
  search = "",
  { findsParts = false, tab = null, noMatch = list.noResultsFor, action = null }: NoResultsOptions = {},
): Html {
  const text = findsStart({ search, findsParts }) ? list.shortSearch : action === null && list.noneMatching;
  const found = tab === null ? noMatch(search) : list.noResultsIn(search, tab.label);
  const title = search === "" ? list.noResults : found;
  return emptyState({ icon: "search", title, text, action: tab?.action ?? action });
}

interface NoResultsOptions {
  findsParts?: boolean;
  tab?: { label: string; action: Html } | null;
  noMatch?: ((search: string) => string) | undefined;
  action?: Html | null;
}

/** Links that remove the search and, if the address without filters is known, the filters; null without either. */
function clearLinks({ list: texts }: Pick<Messages, "list">, list: ListPage): Html | null {
  const { path, filter, sort = "", search = "", reset } = list;
  const used = Object.entries(filter).filter(([, value]) => value !== "");
  const word = search === "" ? undefined : used.find(([, value]) => value === search);
  // The address without filters keeps the parameters that are no filters, such as the shop.
  const kept = new URLSearchParams(reset?.split("?")[1]);
  const filters = reset === undefined ? [] : used.filter((one) => one !== word && !kept.has(one[0]));
  const without = (gone: [string, string][], label: string) =>
    html`<a class="button secondary" href="${pathWith(path, { ...Object.fromEntries(used.filter((one) => !gone.includes(one))), sort })}">${label}</a>`;
  const links = [
    word && without([word], texts.clearSearch),
    filters.length > 0 && without(filters, texts.clearFilters),
  ];
  return links.some(Boolean) ? html`${links}` : null;
}

/** A table that becomes a list of cards on narrow screens, where its explicit roles keep the semantics of a table. */
export function listTable({ caption, columns, rows, none, sortable = false }: List): Html {
  if (rows.length === 0)
    return typeof none === "string"
      ? html`<div class="empty empty-line">${illustration()}<p>${none}</p></div>`
      : html`${none}`;
  const numbers = columns.map(
    (column, at) => isNumber(column) || rows.every((cells) => NUMBER.test(String(cells[at]))),
  );
  const classOf = (at: number) => {
    const column = columns[at];
    const { phone, action } = typeof column === "object" ? (column as PlainColumn) : {};
    const classes = [numbers[at] && "number", phone && `phone-${phone}`, action && "action"].filter(Boolean).join(" ");
    return classes !== "" && html` class="${classes}"`;
  };
  const head = columns.map((column, at) => headOf(column, classOf(at)));
  const body = rows.map((cells) => {
    const shown = cells.map(
      (cell, at) => html`<td${classOf(at)} role="cell" data-label="${labelOf(columns[at])}"><div>${cell}</div></td>`,
    );
    return html`<tr role="row">${shown}</tr>`;
  });
  return html`<table class="list" role="table" ${sortable && rows.length > 1 && "data-sort"}><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>`;
}

const isNumber = (column: Column) => typeof column === "object" && (column as PlainColumn).number === true;

/** A number or a percentage in both languages, such as 1,234 or 0,5 or <0.1%. */
const NUMBER = /^<?\d[\d.,]*(\s?%)?$/;

function headOf(column: Column, className: HtmlValue): Html {
  if (typeof column === "string" || !("href" in column)) {
    const label =
      typeof column === "object" && column.action ? html`<span class="sr">${column.label}</span>` : labelOf(column);
    return html`<th${className} scope="col" role="columnheader"${orderOf(column)}>${label}</th>`;
  }
  const { href, label } = column;
  return html`<th${className} scope="col" role="columnheader"${orderOf(column)}><a class="sort" href="${href}">${label}</a></th>`;
}

function orderOf(column: Column): Html | null {
  const direction = typeof column === "object" ? column.direction : null;
  return direction ? html` aria-sort="${direction}"` : null;
}

export interface Pages {
  path: string;
  /** The filter's query parameters; empty values are omitted. */
  filter: Readonly<Record<string, string>>;
  /** The order as in the query, which does not count as a filter. */
  sort?: string;
  /** The query parameter of the page token. */
  name?: string;
  /** The token of this page; empty for the first page. */
  token: string;
  /** The token of the next page; empty on the last page. */
  next: string;
  /** The entries of this page. */
  rows?: readonly unknown[];
}

/** Links to the first, the previous and the next page; null for a single page. */
export function pager(frame: Pick<Frame, "t"> & TrailFrame, page: Pages): Html | null {
  const { path, filter, sort = "", name = "page", token, next, rows = [] } = page;
  if (token === "" && next === "") return null;
  const { list } = frame.t;
  const hrefOf = (to: string, trail: Trail | null) => {
    const place = to === "" ? {} : { [name]: to, [trailName(name)]: trail === null ? "" : trailText(trail) };
    return pathWith(path, { ...filter, sort, ...place });
  };
  const trail = readTrail(frame, page);
  const previous = token === "" || trail === null ? null : previousPage(trail);
  return html`<nav class="pager" aria-label="${list.pages}">
${token !== "" && previous?.token !== "" && html`<a href="${hrefOf("", null)}">${list.first}</a>`}
${previous && html`<a rel="prev" href="${hrefOf(previous.token, previous.trail)}">${list.previous}</a>`}
${next !== "" && html`<a rel="next" href="${hrefOf(next, trail && nextTrail(trail, page, rows.length))}">${list.next}</a>`}
</nav>`;
}

/** A path with a query; empty values are omitted. */
export function pathWith(path: string, query: Readonly<Record<string, string>>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== "");
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
}

/** A description list. */
export function factList(facts: readonly (readonly [name: HtmlValue, value: HtmlValue])[]): Html {
  const items = facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  return html`<dl class="facts">${items}</dl>`;
}

export interface CountedList extends Pages {
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly HtmlValue[])[];
  /** The content of a list that is empty without a filter: a text or an `emptyState`. */
  none: HtmlValue;
  /** False if the heading of the list has the total, which a list on one page then does not repeat. */
  counted?: boolean;
  /** The number of entries on all pages, for a list that knows it; a text such as "1,000+" if the number is not exact. */
  total?: number | string | null | undefined;
  /** The order, such as "newest first", for a list whose columns do not show it. */
  order?: string;
  /** The text of the search. */
  search?: string;
  /** True if one or two characters find any part of a name, and not only its start. */
  findsParts?: boolean;
  /** The title if nothing matches the search, such as "No app matches …". */
  noMatch?: (search: string) => string;
  /** The address of the list without filters. */
  reset?: string;
}

/** A page of a list: table, count and links to other pages. */
export function countedList(context: Frame & TrailFrame, list: CountedList): Html {
  const { caption, columns, rows, token, next } = list;
  const sortable =
    token === "" && next === "" && columns.every((column) => typeof column === "string" || !("href" in column));
  const hint = rows.length > 0 && findsStart(list) && context.t.list.shortSearch;
  return html`${hint && html`<p class="muted"><small>${hint}</small></p>`}${listTable({ caption, columns, rows, none: noneOf(context, list), sortable })}
${listEnd(context, list)}`;
}

/** A page of a list whose entries are not in a table. */
export type ListPage = Pages &
  Pick<CountedList, "none" | "counted" | "total" | "order" | "search" | "findsParts" | "noMatch" | "reset"> & {
    rows: readonly unknown[];
  };

/** The content of a page without entries. */
export function noEntries(context: Frame, list: ListPage): Html {
  return html`<div class="empty"><p>${noneOf(context, list)}</p></div>`;
}

/** The count and the links to other pages, below the entries. */
export function listEnd(context: Frame & TrailFrame, list: ListPage): Html | null {
  const { rows, token, next, order, counted = true } = list;
  const isCounted = rows.length > 0 && (counted || token !== "" || next !== "");
  const links = pager(context, list);
  if (!isCounted && links === null) return null;
  return html`<div class="list-end">${isCounted && html`<p class="muted count"><small>${countOf(context, list)}${order && `, ${order}`}</small></p>`}
${links}</div>`;
}

function noneOf({ t }: Frame, page: ListPage): HtmlValue {
  const { none, filter, token, next, search = "", findsParts = false, noMatch } = page;
  const { list } = t;
  if (next !== "") return list.noneYet;
  if (token !== "") return list.noneMore;
  if (Object.values(filter).every((value) => value === "")) return none;
  return noResults(t, search, { findsParts, noMatch, action: clearLinks(t, page) });
}

/**
 * The number of entries in words. Most lists know the total only on their last page, because long lists are not counted. Without the pages
 * before in the URL, only the entries of this page are counted.
 */
function countOf(context: Frame & TrailFrame, page: ListPage): string {
  const { rows, token, next, total = null } = page;
  const { list } = context.t;
  const isLast = next === "";
  const before = readTrail(context, page)?.before ?? (isLast && typeof total === "number" ? total - rows.length : null);
  if (before === null) return isLast ? list.countLast(rows.length) : list.countMore(rows.length);
  if (token === "" && isLast) return list.countAll(rows.length);
  const [first, last] = [before + 1, before + rows.length];
  const all = isLast ? last : total;
  const shown = (count: number | string) => count.toLocaleString(context.language);
  const range = `${shown(first)}–${shown(last)}`;
  return all === null ? range : list.countRange(range, shown(all));
}
