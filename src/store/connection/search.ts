import type { Query, Statement } from "./query.ts";
import { pageOfScan, rowNumber, type Scanned, scanLimit, toRange } from "./scan.ts";
import { FIRST_ID, LAST_ID } from "./uuid-range.ts";

/**
 * A list that can be searched and sorted. A search first reads some entries of the index for the order, which fills the page if many rows
 * match. If it does not, and a filter matches at most `MOST_SORTED` rows, these rows are sorted. If no filter does, more of the index is
 * read.
 */
export interface SearchedList {
  /** The name of the list in the names of its statements. */
  name: string;
  /** The table, with the alias `a`. */
  table: string;
  idType: "uuid" | "text";
  /** SQL: the condition of all filters on `a`, with the parameters from `$5` on. */
  matches: string;
  sorts: Readonly<Record<string, SortOrder>>;
}

export interface SortOrder {
  /** SQL: the indexed expression, on rows with the alias `a`, or `c` with `counts`; null if the id alone is the order. */
  key: string | null;
  type: "text" | "timestamp" | "count";
  /**
   * The table with the alias `c` that has the key of each `a.id`. An app that the previous release created has no row for up to a minute:
   * sorting counts it as 0, a scan omits it.
   */
  counts?: { table: string; id: string };
}

export interface SearchedPage {
  sort: string;
  descending: boolean;
  limit: number;
  /** The key of the last row of the previous page, as text, and its id; null for the first page. */
  after: string[] | null;
  /** The values of the filters. */
  filters: readonly unknown[];
}

export interface SearchedRow extends Scanned {
  id: string;
  /** The value of the sort key, as text. */
  key: string;
}

/** A statement that reads the ids of the rows that match one filter. Its last parameter is the limit. */
export interface Candidates {
  statement: Statement;
  values: readonly unknown[];
}

/** The maximum number of rows that are sorted for one page. */
export const MOST_SORTED = 2_000;
/** The number of index entries that are read before a selective filter is tried. */
export const FIRST_SCAN = 100;

/** Reads one page of a list. @param candidates the statements of the filters in use, the most selective first */
export async function searchPage(
  query: Query,
  list: SearchedList,
  { page, candidates }: { page: SearchedPage; candidates: readonly Candidates[] },
): Promise<{ shown: SearchedRow[]; next: SearchedRow | null }> {
  const read = async (rows: string[] | number) => {
    const { statement, values } = toSearch(list, page, rows);
    return pageOfScan(await query<SearchedRow>(statement, values), page.limit);
  };
  const filtered = page.filters.some((value) => value !== null);
  const most = scanLimit(page.limit, filtered);
  const first = candidates.length === 0 ? most : Math.min(most, Math.max(FIRST_SCAN, page.limit + 1));
  const scanned = await read(first);
  if (scanned.next === null || scanned.shown.length === page.limit) return scanned;
  const ids = await findCandidates(query, candidates);
  if (ids !== null) return read(ids);
  return first === most ? scanned : read(most);
}

async function findCandidates(query: Query, candidates: readonly Candidates[]): Promise<string[] | null> {
  for (const { statement, values } of candidates) {
    const rows = await query<{ id: string }>(statement, [...values, MOST_SORTED + 1]);
    if (rows.length <= MOST_SORTED) return rows.map(({ id }) => id);
  }
  return null;
}

const FIRST = { text: "", timestamp: "0", count: "0" };
const LAST = { text: "\u{10ffff}", timestamp: "9000000000000000", count: "9000000000000000" };
const FIRST_IDS = { uuid: FIRST_ID, text: "" };
const LAST_IDS = { uuid: LAST_ID, text: "\u{10ffff}" };
const VALUE = {
  text: "$3::text",
  timestamp: "(timestamptz 'epoch' + $3::text::float8 * interval '1 microsecond')",
  count: "$3::text::int8",
};

/** The statement of a page. @param rows the ids of the rows to sort, or the number of index entries to read */
export function toSearch(
  list: SearchedList,
  { sort, descending, limit, after, filters }: SearchedPage,
  rows: readonly string[] | number,
): { statement: Statement; values: unknown[] } {
  const order = list.sorts[sort]!;
  const [key, id] = after ?? [
    (descending ? LAST : FIRST)[order.type],
    (descending ? LAST_IDS : FIRST_IDS)[list.idType],
  ];
  const isScan = typeof rows === "number";
  const name = ["search", list.name, sort.toLowerCase(), descending ? "down" : "up", isScan ? "scan" : "sort"];
  const text = isScan ? scanText(list, order, descending) : sortText(list, order, descending);
  return { statement: { name: name.join("-"), text }, values: [limit + 1, rows, key, id, ...filters] };
}

function rangeOf(
  list: SearchedList,
  columns: { key: string | null; id: string },
  order: SortOrder,
  descending: boolean,
) {
  const { key, id } = columns;
  return toRange({
    fixed: [],
    key: key === null ? [id] : [key, id],
    after: key === null ? [`$4::${list.idType}`] : [VALUE[order.type], `$4::${list.idType}`],
    descending,
  });
}

/** SQL: the value of a key as text, for page tokens. */
function tokenOf(key: string | null, { type }: SortOrder): string {
  if (key === null) return "''";
  return type === "timestamp" ? `round(extract(epoch from ${key}) * 1000000)::int8::text` : `(${key})::text`;
}

function scanText(list: SearchedList, order: SortOrder, descending: boolean): string {
  const { counts, key } = order;
  const columns = { key, id: counts === undefined ? "a.id" : `c.${counts.id}` };
  const { where, order: by } = rangeOf(list, columns, order, descending);
  const [table, alias] = counts === undefined ? [list.table, "a"] : [counts.table, "c"];
  // `offset 0` makes PostgreSQL look the rows up one by one, so that the scan ends when the page is full.
  const lookup = counts && `cross join lateral (select * from ${list.table} where id = c.${counts.id} offset 0) a`;
  return `
    select a.id, ${tokenOf(key, order)} as key, ${list.matches} as matches, ${alias}.n = $2 as last
    from (select ${alias}.*, ${rowNumber(by)} as n from ${table} ${alias}
      where ${where} and $3::text is not null order by ${by} limit $2) ${alias}
    ${lookup ?? ""}
    where ${list.matches} or ${alias}.n = $2 order by ${by} limit $1`;
}

function sortText(list: SearchedList, order: SortOrder, descending: boolean): string {
  const { counts } = order;
  if (counts === undefined) {
    const { where, order: by } = rangeOf(list, { key: order.key, id: "a.id" }, order, descending);
    // Finds the rows before it sorts them: because of the limit, the planner would otherwise read all entries of the order's index.
    return `
      select a.id, ${tokenOf(order.key, order)} as key, true as matches, false as last
      from (select * from ${list.table} a where a.id = any($2::${list.idType}[]) and ${list.matches} offset 0) a
      where ${where} and $3::text is not null order by ${by} limit $1`;
  }
  // Looks each count up by its id, because the planner misestimates a join and would read all counts. Rows are matched in the order of the
  // counts, so that only the rows of the page are read.
  const { where, order: by } = rangeOf(list, { key: "i.count", id: "i.id" }, order, descending);
  return `
    select a.id, ${tokenOf("i.count", order)} as key, true as matches, false as last
    from (select * from (
        select g.id, coalesce((select ${order.key} from ${counts.table} c where c.${counts.id} = g.id), 0) as count
        from unnest($2::${list.idType}[]) g(id) offset 0
      ) i where ${where} and $3::text is not null order by ${by} offset 0) i
    cross join lateral (select * from ${list.table} where id = i.id offset 0) a
    where ${list.matches} order by ${by} limit $1`;
}

/** SQL: true if a text contains the search text when both are folded. A search text of one or two characters matches only the start. */
export function contains(text: string, search: string): string {
  // Names each text once, because PostgreSQL inlines `fold_name` and plans the statement anew each time.
  const place = `strpos(fold_name(${text}), fold_name(${search}))`;
  return `case ${place} when 0 then false when 1 then true else length(${search}) >= ${INDEXED_LENGTH} end`;
}

/**
 * The minimum length of a search text for the index on `search_trigrams`. Shorter texts are compared with the start of the names. Folding
 * never shortens a text from `toSearchText`, so a text of this length has a trigram.
 */
export const INDEXED_LENGTH = 3;

/** SQL: the name of a row as the indexes for the order by name contain it. @param of the alias of the row in the statement */
export function nameKey(of: string): string {
  return `fold_name(${of}.name) collate "C"`;
}

export const NAME_KEY = nameKey("a");

/** The statements that find rows by a text, with the parameters text and limit. */
export interface TextStatements {
  part: Statement;
  start: Statement;
}

/** Finds the rows of a table by their names. @param name the name of the list */
export function findByName(name: string, table: string): TextStatements {
  const part = `${hasParts("name", "$1")} and ${contains("a.name", "$1")}`;
  return {
    part: { name: `find-${name}-with-part`, text: `select id from ${table} a where ${part} limit $2` },
    start: {
      name: `find-${name}-with-start`,
      text: `select id from ${table} a where ${beginsWith(NAME_KEY)} limit $2`,
    },
  };
}

/** SQL: true if a text has all parts of three characters of the search text, by the index on the same expression. */
export function hasParts(text: string, search: string): string {
  return `search_trigrams(fold_name(${text})) @> search_trigrams(fold_name(${search}))`;
}

/** SQL: true if a folded key in the collation "C" begins with the text `$1`; a range of its index. */
export function beginsWith(key: string): string {
  return `${key} >= fold_name($1) and ${key} < fold_name($1) || chr(1114111)`;
}

/** The statement for a text of this length. */
export function statementFor({ part, start }: TextStatements, search: string | null): Statement {
  return [...(search ?? "")].length >= INDEXED_LENGTH ? part : start;
}
