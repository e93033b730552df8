/** One page of a list in the order of a text and, where texts are equal, of an id. */
export interface KeysetRead {
  /** Only rows whose text starts with this. */
  prefix: string;
  /** The text and id of the last row already read; null: from the start. */
  after: readonly string[] | null;
  most: number;
}

/** Less than any id. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** SQL: the rows of the page whose values are `keysetValues`. `text` must be in C order, in which a prefix is a range. */
export function inKeyset(text: string, id = "id", idType = "uuid"): string {
  return `${text} between $1 and $1 || chr(1114111) and (${text}, ${id}) > ($2, $3::${idType})`;
}

/**
 * The values $1 to $4: prefix, text and id to go on after, rows at most. The first page goes on after the prefix itself, for the index is read
 * from there on.
 */
export function keysetValues({ prefix, after, most }: KeysetRead, firstId = NO_ID): unknown[] {
  return [prefix, after?.[0] ?? prefix, after?.[1] ?? firstId, most];
}
