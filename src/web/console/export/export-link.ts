import type { Html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import { linkButton } from "../../components/page-header.ts";
import type { Frame } from "../../layout/frame.ts";

interface ExportedList {
  path: string;
  /** The query parameters of the filter. */
  filter: Readonly<Record<string, string>>;
  /** The order as in the query. */
  sort?: string;
  rows: readonly unknown[];
  /** The token of the next page, or "". */
  next: string;
}

/** The link to the file of a list with its present filter and order; null for an empty list. */
export function exportLink({ t }: Pick<Frame, "t">, list: ExportedList): Html | null {
  const { path, filter, sort = "", rows, next } = list;
  if (rows.length === 0 && next === "") return null;
  return linkButton(pathWith(`${path}.csv`, { ...filter, sort }), t.console.exportCsv, "secondary");
}
