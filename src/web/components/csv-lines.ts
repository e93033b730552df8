import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { type CsvCell, csvLine } from "./csv.ts";

/** The maximum number of rows in one file. */
export const MAX_ROWS = 100_000;
/** The number of rows that one call reads. */
export const PAGE_SIZE = 100;
/** The maximum number of calls. Each call reads at most a thousand entries to find those that match. */
const MAX_PAGES = 2_000;

export interface CsvPage<Row> {
  rows: readonly Row[];
  /** The token of the next page; empty on the last page. */
  next: string;
}

/** The cells of a row, by the name of their column. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

export interface CsvFile<Row> {
  columns: CsvColumns<Row>;
  /** The last line of a file that reaches a limit. */
  incomplete: string;
  maxRows?: number;
  maxPages?: number;
}

/**
 * The lines of a file. An error on a later page aborts the response, so that a partial file does not look complete. A file that reaches a
 * limit ends with a line that says so.
 */
export async function* csvLines<Row>(
  first: CsvPage<Row>,
  read: (pageToken: string) => Promise<CsvPage<Row>>,
  { columns, incomplete, maxRows = MAX_ROWS, maxPages = MAX_PAGES }: CsvFile<Row>,
): AsyncGenerator<string> {
  const toLine = (row: Row) => csvLine(Object.values(columns).map((toCell) => toCell(row)));
  yield csvLine(Object.keys(columns));
  let written = 0;
  for (let [page, pages] = [first, 1]; ; page = await read(page.next), pages++) {
    const rows = page.rows.slice(0, maxRows - written);
    if (rows.length > 0) yield rows.map(toLine).join("");
    written += rows.length;
    if (page.next === "" && rows.length === page.rows.length) return;
    if (written === maxRows || pages === maxPages) return yield csvLine([incomplete]);
  }
}

/** The last line of an incomplete file of a list. */
export const INCOMPLETE_LIST = "INCOMPLETE: there are more entries. Set a filter and export again.";

/** A time in the format of RFC 3339. */
export const csvTime = (at: Timestamp | undefined): CsvCell =>
  at === undefined ? null : timestampDate(at).toISOString();
