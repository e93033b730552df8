import type { Frame } from "../layout/frame.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

export interface List {
  /** The caption for screen readers. */
  caption: string;
  columns: readonly string[];
  /** One cell per column; the first names the row. */
  rows: readonly (readonly HtmlValue[])[];
  /** The text or the empty state (`emptyState`) of an empty list. */
  none: HtmlValue;
  /** All entries are on this page, so its script may sort them. */
  sortable?: boolean;
}

export interface EmptyState {
  title: string;
  /** The future content, and how it comes to be. */
  text?: HtmlValue;
  /** A link to the first step. */
  action?: HtmlValue;
}

/** The content in place of a list without entries. */
export function emptyState({ title, text, action }: EmptyState): Html {
  return html`<div class="empty"><p><strong>${title}</strong></p>${text && html`<p>${text}</p>`}${action && html`<p>${action}</p>`}</div>`;
}

/** A table that becomes a list of cards on narrow screens. The explicit roles keep its semantics there. */
export function listTable({ caption, columns, rows, none, sortable = false }: List): Html {
  if (rows.length === 0)
    return typeof none === "string" ? html`<div class="empty"><p>${none}</p></div>` : html`${none}`;
  const head = columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`);
  const body = rows.map((cells) => {
    const shown = cells.map(
      (cell, at) => html`<td role="cell" data-label="${columns[at] ?? ""}"><div>${cell}</div></td>`,
    );
    return html`<tr role="row">${shown}</tr>`;
  });
  return html`<table class="list" role="table" ${sortable && rows.length > 1 && "data-sort"}><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>`;
}

export interface Pages {
  path: string;
  /** The filter's query parameters; empty values are omitted. */
  filter: Readonly<Record<string, string>>;
  /** The query parameter of the page token. */
  name?: string;
  /** The token of this page; empty for the first page. */
  token: string;
  /** The token of the next page; empty on the last page. */
  next: string;
}

/** Links to the first and the next page; null for a single page. */
export function pager({ t }: Pick<Frame, "t">, { path, filter, name = "page", token, next }: Pages): Html | null {
  if (token === "" && next === "") return null;
  const { list } = t;
  return html`<nav class="pager" aria-label="${list.pages}">
${token !== "" && html`<a href="${pathWith(path, filter)}">${list.first}</a>`}
${next !== "" && html`<a rel="next" href="${pathWith(path, { ...filter, [name]: next })}">${list.next}</a>`}
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

/** The search form of a list. */
export function filterForm({ t }: Pick<Frame, "t">, path: string, fields: readonly Html[]): Html {
  const { list } = t;
  return html`<form class="filters" method="get" action="${path}">
${fields}
<div class="filter-buttons"><button type="submit" class="secondary">${list.search}</button> <a href="${path}">${list.reset}</a></div>
</form>`;
}

export interface CountedList extends Pages {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly HtmlValue[])[];
  /** The text or the empty state of an empty list without a filter. */
  none: HtmlValue;
}

/** A page of a list: table, count and links to other pages. */
export function countedList(context: Frame, list: CountedList): Html {
  const { caption, columns, rows, token, next } = list;
  const sortable = token === "" && next === "";
  return html`${listTable({ caption, columns, rows, none: noneOf(context, list), sortable })}
${rows.length > 0 && html`<p class="muted count"><small>${countOf(context, list)}</small></p>`}
${pager(context, list)}`;
}

function noneOf({ t }: Frame, { none, filter, token, next }: CountedList): HtmlValue {
  const { list } = t;
  if (next !== "") return list.noneYet;
  if (token !== "") return list.noneMore;
  return Object.values(filter).some((value) => value !== "") ? list.noneMatching : none;
}

/** The total is known only if all entries are on one page: long lists are not counted. */
function countOf({ t }: Frame, { rows, token, next }: CountedList): string {
  const { list } = t;
  if (next !== "") return list.countMore(rows.length);
  return token === "" ? list.countAll(rows.length) : list.countLast(rows.length);
}
