import { isUuid } from "../credential/uuid.ts";
import { RequestError } from "./errors.ts";

/** The page fields of a list request. */
export interface PageRequest {
  /** 1 to 200; 0 means 50. */
  pageSize: number;
  /** `nextPageToken` of the previous page; empty for the first. */
  pageToken: string;
}

export interface Page<T> {
  items: T[];
  /** Empty on the last page. */
  nextPageToken: string;
}

/** A page by keyset: the rows after the key `after`, one row more than `limit` to find out whether there is a next page. */
export interface Keyset {
  limit: number;
  /** The key of the previous page's last row, column by column; null on the first page. */
  after: string[] | null;
}

const DEFAULT_SIZE = 50;
const MAX_SIZE = 200;

/** The type of a key column; timestamps are whole microseconds. */
export type KeyColumn = "text" | "id" | "timestamp";

/** The keyset of a request for a list ordered by `columns`. @throws RequestError PAGE_SIZE or PAGE_TOKEN */
export function readPageRequest(request: PageRequest, columns: readonly KeyColumn[]): Keyset {
  const { pageSize, pageToken } = request;
  if (!Number.isInteger(pageSize) || pageSize < 0 || pageSize > MAX_SIZE) {
    throw new RequestError("invalid_argument", "PAGE_SIZE", `page_size is at most ${MAX_SIZE}.`);
  }
  return { limit: pageSize || DEFAULT_SIZE, after: pageToken === "" ? null : readToken(pageToken, columns) };
}

/** The page from up to `limit + 1` rows. `to.key` returns the columns by which the list is ordered. */
export function toPage<Row, T>(
  rows: readonly Row[],
  limit: number,
  to: { item(row: Row): T; key(row: Row): string[] },
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map((row) => to.item(row));
  return { items, nextPageToken: toPageToken(rows.length > limit && last !== undefined ? to.key(last) : null) };
}

/** The token of the page after the row with this key; empty for null. */
export function toPageToken(key: string[] | null): string {
  return key === null ? "" : Buffer.from(JSON.stringify(key)).toString("base64url");
}

function readToken(token: string, columns: readonly KeyColumn[]): string[] {
  const key = parseJson(Buffer.from(token, "base64url").toString("utf8"));
  if (!Array.isArray(key) || key.length !== columns.length || !columns.every((column, at) => isPart(key[at], column))) {
    throw new RequestError(
      "invalid_argument",
      "PAGE_TOKEN",
      "page_token must be the next_page_token of the same list.",
    );
  }
  return key;
}

// False for text with NUL and for malformed UUIDs, which PostgreSQL rejects: a forged token must not cause a database error.
function isPart(part: unknown, column: KeyColumn): boolean {
  if (typeof part !== "string") return false;
  if (column === "id") return isUuid(part);
  return column === "timestamp" ? TIMESTAMP.test(part) : part.isWellFormed() && !part.includes("\0");
}

const TIMESTAMP = /^\d{1,16}$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
