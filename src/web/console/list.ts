import { type Html, type HtmlValue, html } from "../view/html.ts";
import { listTable, type Pages, pager } from "../view/list.ts";
import type { ConsoleVisit } from "./context.ts";

export interface ConsoleList extends Pages {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly HtmlValue[])[];
  /** Said where there is nothing at all, and nothing was looked for. */
  none: string;
}

/** A page of a list: its table, how much of the whole it is, and the way to the rest. */
export function consoleList(visit: ConsoleVisit, list: ConsoleList): Html {
  const { caption, columns, rows } = list;
  return html`${listTable({ caption, columns, rows, none: noneOf(visit, list) })}
${rows.length > 0 && html`<p class="muted count"><small>${countOf(visit, list)}</small></p>`}
${pager(visit, list)}`;
}

function noneOf({ t }: ConsoleVisit, { none, filter, token, next }: ConsoleList): string {
  const { list } = t.console;
  if (next !== "") return list.noneYet;
  if (token !== "") return list.noneMore;
  return Object.values(filter).some((value) => value !== "") ? list.noneMatching : none;
}

/** Nothing counts the rest of a list that may be long: how many there are is said where it is known. */
function countOf({ t }: ConsoleVisit, { rows, token, next }: ConsoleList): string {
  const { list } = t.console;
  if (next !== "") return list.countMore(rows.length);
  return token === "" ? list.countAll(rows.length) : list.countLast(rows.length);
}
