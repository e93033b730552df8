import type { Frame } from "../layout/frame.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

export interface List {
  /** What the table is called, for those who do not see it in its place. */
  caption: string;
  columns: readonly string[];
  /** A cell for each column; the first names the row. */
  rows: readonly (readonly HtmlValue[])[];
  /** Said instead of an empty table. */
  none: string;
}

/** A table that becomes a list of cards on a phone. Roles are written out, because there the cells are no table cells any more. */
export function listTable({ caption, columns, rows, none }: List): Html {
  if (rows.length === 0) return html`<p class="muted">${none}</p>`;
  const head = columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`);
  const body = rows.map((cells) => {
    const shown = cells.map(
      (cell, at) => html`<td role="cell" data-label="${columns[at] ?? ""}"><div>${cell}</div></td>`,
    );
    return html`<tr role="row">${shown}</tr>`;
  });
  return html`<table class="list" role="table"><caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table>`;
}

export interface Pages {
  path: string;
  /** What the list is filtered by; empty values are left out. */
  filter: Readonly<Record<string, string>>;
  /** The parameter that carries the page's token. */
  name?: string;
  /** The token of this page; empty: the first. */
  token: string;
  /** The token of the next; empty: there is none. */
  next: string;
}

/** Links to the first and the next page; nothing where all is on one. */
export function pager({ t }: Pick<Frame, "t">, { path, filter, name = "page", token, next }: Pages): Html | null {
  if (token === "" && next === "") return null;
  const { list } = t;
  return html`<nav class="pager" aria-label="${list.pages}">
${token !== "" && html`<a href="${pathWith(path, filter)}">${list.first}</a>`}
${next !== "" && html`<a rel="next" href="${pathWith(path, { ...filter, [name]: next })}">${list.next}</a>`}
</nav>`;
}

/** A path of ours with a query; empty values are left out. */
export function pathWith(path: string, query: Readonly<Record<string, string>>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== "");
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
}

/** Facts by name. */
export function factList(facts: readonly (readonly [name: HtmlValue, value: HtmlValue])[]): Html {
  const items = facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  return html`<dl class="facts">${items}</dl>`;
}

/** A form that asks a list for less. */
export function filterForm({ t }: Pick<Frame, "t">, path: string, fields: readonly Html[]): Html {
  const { list } = t;
  return html`<form class="filters" method="get" action="${path}">
${fields}
<div class="filter-buttons"><button type="submit">${list.search}</button> <a href="${path}">${list.reset}</a></div>
</form>`;
}

export interface CountedList extends Pages {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly HtmlValue[])[];
  /** Said where there is nothing at all, and nothing was looked for. */
  none: string;
}

/** A page of a list: its table, how much of the whole it is, and the way to the rest. */
export function countedList(context: Frame, list: CountedList): Html {
  const { caption, columns, rows } = list;
  return html`${listTable({ caption, columns, rows, none: noneOf(context, list) })}
${rows.length > 0 && html`<p class="muted count"><small>${countOf(context, list)}</small></p>`}
${pager(context, list)}`;
}

function noneOf({ t }: Frame, { none, filter, token, next }: CountedList): string {
  const { list } = t;
  if (next !== "") return list.noneYet;
  if (token !== "") return list.noneMore;
  return Object.values(filter).some((value) => value !== "") ? list.noneMatching : none;
}

/** Nothing counts the rest of a list that may be long: how many there are is said where it is known. */
function countOf({ t }: Frame, { rows, token, next }: CountedList): string {
  const { list } = t;
  if (next !== "") return list.countMore(rows.length);
  return token === "" ? list.countAll(rows.length) : list.countLast(rows.length);
}
