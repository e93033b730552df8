/**
 * How many rows one page of a list reads at most. A list's index gives its order and its first filter; rows that fail another filter are
 * passed over, and a page that passes over too many ends early, with a token to go on from.
 */
export const SCAN_LIMIT = 1000;

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
