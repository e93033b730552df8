/** The lowest and the highest of some ids; nulls if there are none. */
export type IdBounds = [lowest: string | null, highest: string | null];

/**
 * The bounds of ids, as two parameters for `within`. UUIDs in lower case are in the same order as texts and in PostgreSQL. A loop, because a
 * batch runs it several times.
 */
export function idBounds(ids: readonly (string | null)[]): IdBounds {
  let [lowest, highest]: IdBounds = [null, null];
  for (const id of ids) {
    if (id === null) continue;
    if (lowest === null || id < lowest) lowest = id;
    if (highest === null || id > highest) highest = id;
  }
  return [lowest, highest];
}

/**
 * SQL: a condition that is true for all rows with one of the ids. Its parameters are scalars, so PostgreSQL skips the other partitions when
 * the statement starts; it cannot with `id = any($1)` in a generic plan.
 */
export function within(column: string, lowest: number): string {
  return `${column} between $${lowest} and $${lowest + 1}`;
}
