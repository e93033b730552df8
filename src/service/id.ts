const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True if `text` can be the id of a row. Anything else is asked of no table: PostgreSQL would call it a fault of ours. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
