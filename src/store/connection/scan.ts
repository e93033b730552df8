/**
 * The maximum number of rows that one page of a list reads. An index gives the order and the first filter; rows that fail the other filters
 * are skipped. A page that skips too many rows ends early with a page token.
 */
export const SCAN_LIMIT = 1000;

export interface Range {
  /** Columns with a fixed value, in the order of the index. */
  fixed: readonly { column: string; value: string }[];
  /** The following columns of the index, which are the key of the list. */
  key: readonly string[];
  after: readonly string[];
  /** The key of the last row of the range, inclusive; absent if the range has no end. */
  to?: readonly string[];
  descending: boolean;
}

/**
 * SQL: the condition for the rows of a range after a key, and their order. Compares rows instead of testing the fixed columns for equality.
 * With equality, the planner might scan another index in the key's order, and read any number of rows that do not match.
 */
export function toRange({ fixed, key, after, to = [], descending }: Range): { where: string; order: string } {
  const columns = fixed.map(({ column }) => column);
  const values = fixed.map(({ value }) => value);
  const [beyond, within, direction] = descending ? ["<", ">=", " desc"] : [">", "<=", ""];
  const all = [...columns, ...key];
  const start = `${row(all)} ${beyond} ${row([...values, ...after])}`;
  const end = columns.length === 0 ? "true" : `${row(columns)} ${within} ${row(values)}`;
  // `last` implies `end`. Both are needed, because from a row comparison the planner does not infer that the fixed columns are not null,
  // and so would not use a partial index.
  const last = to.length === 0 ? "true" : `${row(all)} ${within} ${row([...values, ...to])}`;
  return { where: `${start} and ${end} and ${last}`, order: all.map((column) => `${column}${direction}`).join(", ") };
}

function row(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(", ")})`;
}

/** SQL: the number of a row in this order. Without the `rows` clause, PostgreSQL 15 reads one row ahead. */
export function rowNumber(order: string): string {
  return `row_number() over (order by ${order} rows unbounded preceding)`;
}

/** A row of a scan, which matches every filter or is the last row that the scan reads. */
export interface Scanned {
  matches: boolean;
  last: boolean;
}

/** The limit of the statement. If no filter can skip rows, one row more than the page suffices. */
export function scanLimit(limit: number, filtered: boolean): number {
  return filtered ? Math.max(SCAN_LIMIT, limit + 1) : limit + 1;
}

/** The page from a scan for `limit + 1` rows, and the row after which the next page begins; null if there is no next page. */
export function pageOfScan<Row extends Scanned>(
  rows: readonly Row[],
  limit: number,
): { shown: Row[]; next: Row | null } {
  const shown = rows.filter((row) => row.matches).slice(0, limit);
  const end = rows.at(-1);
  if (rows.filter((row) => row.matches).length > limit) return { shown, next: shown.at(-1)! };
  return { shown, next: end?.last ? end : null };
}
