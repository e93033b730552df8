import { FIRST_ID } from "./uuid-range.ts";

/** A page of a list ordered by a text and then by an id. */
export interface KeysetRead {
  /** Limits the list to texts with this prefix. */
  prefix: string;
  /** The text and id of the last row of the previous page; null for the first page. */
  after: readonly string[] | null;
  limit: number;
}

/**
 * SQL: the condition for the rows of a page, with the values of `keysetValues`. `text` must be ordered by the collation C, in which the
 * texts with a prefix are a range.
 */
export function inKeyset(text: string, id = "id", idType = "uuid"): string {
  return `${text} between $1 and $1 || chr(1114111) and (${text}, ${id}) > ($2, $3::${idType})`;
}

/**
 * The values $1 to $4: prefix, text and id of the last row, limit. For the first page the text is the prefix, at which the range in the
 * index begins.
 */
export function keysetValues({ prefix, after, limit }: KeysetRead, firstId = FIRST_ID): unknown[] {
  return [prefix, after?.[0] ?? prefix, after?.[1] ?? firstId, limit];
}
