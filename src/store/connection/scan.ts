/**
 * How many rows one page of a list reads at most. A list's index gives its order and its first filter; rows that fail another filter are
 * passed over, and a page that passes over too many ends early, with a token to go on from.
 */
export const SCAN_LIMIT = 1000;

export interface Range {
  /** Columns that have one value throughout, in the index's order. */
  fixed: readonly { column: string; value: string }[];
  /** The columns of the key after them, and the key of the last row given. */
  key: readonly string[];
  after: readonly string[];
  /** The key of the last row that may be given, itself included; absent: to the end. */
  to?: readonly string[];
  descending: boolean;
}

/**
 * SQL: the rows of a range beyond a key, and their order. Written as comparisons of whole rows, so that only the index over just these
 * columns gives the order: were the fixed columns equalities, the planner could walk another index in the key's order and pass over rows
 * without end.
 */
export function toRange({ fixed, key, after, to = [], descending }: Range): { where: string; order: string } {
  const columns = fixed.map(({ column }) => column);
  const values = fixed.map(({ value }) => value);
  const [beyond, within, direction] = descending ? ["<", ">=", " desc"] : [">", "<=", ""];
  const all = [...columns, ...key];
  const start = `${row(all)} ${beyond} ${row([...values, ...after])}`;
  const end = columns.length === 0 ? "true" : `${row(columns)} ${within} ${row(values)}`;
  // Beside the end of the fixed columns and not instead of it: from a comparison of rows the planner does not see that none of them is null,
  // and would not use an index over those that are not.
  const last = to.length === 0 ? "true" : `${row(all)} ${within} ${row([...values, ...to])}`;
  return { where: `${start} and ${end} and ${last}`, order: all.map((column) => `${column}${direction}`).join(", ") };
}

function row(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(", ")})`;
}

/** A row of a scan: the select gives it if it matches every filter, or if it is the last one that the scan may read. */
export interface Scanned {
  matches: boolean;
  last: boolean;
}

/** The statement's limits: without a further filter no row is passed over, so the scan needs no more than the page and one. */
export function scanLimit(limit: number, filtered: boolean): number {
  return filtered ? Math.max(SCAN_LIMIT, limit + 1) : limit + 1;
}

/** The page of a scan that was asked for `limit + 1` rows, and the row from which the next page goes on; null: there is none. */
export function pageOfScan<Row extends Scanned>(
  rows: readonly Row[],
  limit: number,
): { shown: Row[]; next: Row | null } {
  const shown = rows.filter((row) => row.matches).slice(0, limit);
  const end = rows.at(-1);
  if (rows.filter((row) => row.matches).length > limit) return { shown, next: shown.at(-1)! };
  return { shown, next: end?.last ? end : null };
}
