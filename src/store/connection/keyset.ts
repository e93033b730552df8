import { FIRST_ID } from "./uuid-range.ts";

/** A page of a list ordered by a text and then by an id. */
export interface KeysetRead {
  /** Limits the list to texts with this prefix. */
  prefix: string;
  /** The text and id of the last row of the previous page; null for the first page. */
  after: readonly string[] | null;
  limit: number;
}

interface Keyset {
  /** SQL: the text by which the list is ordered, in the collation C, in which the texts with a prefix are a range. */
  text: string;
  id?: string;
  idType?: string;
  /** SQL: the prefix `$1`, folded as `text` is. */
  prefix?: string;
}

/** SQL: the condition for the rows of a page, with the values of `keysetValues`. The range in the index begins at the prefix. */
export function inKeyset({ text, id = "id", idType = "uuid", prefix = "$1" }: Keyset): string {
  const after = `(greatest($2 collate "C", ${prefix}), $3::${idType})`;
  return `${text} between ${prefix} and ${prefix} || chr(1114111) and (${text}, ${id}) > ${after}`;
}

/** The values $1 to $4: prefix, text and id of the last row, limit. */
export function keysetValues({ prefix, after, limit }: KeysetRead, firstId = FIRST_ID): unknown[] {
  return [prefix, after?.[0] ?? "", after?.[1] ?? firstId, limit];
}
