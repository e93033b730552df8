/** The lowest and the highest of a list of ids; both null if the list has no id. */
export type IdBounds = [lowest: string | null, highest: string | null];

/**
 * The bounds of ids, as two parameters for `within`. Lower-case UUIDs have the same order as texts and in PostgreSQL. This is a plain loop,
 * because each batch calls this several times.
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
 * SQL: a condition that is true for all rows with one of the ids. Because its parameters are scalars, PostgreSQL skips the other partitions
 * when the statement starts. With `id = any($1)` alone, a generic plan skips no partition.
 */
export function within(column: string, lowest: number): string {
  return `${column} between $${lowest} and $${lowest + 1}`;
}
