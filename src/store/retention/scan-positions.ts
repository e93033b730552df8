import type { Query, Statement } from "../connection/query.ts";

const READ: Statement = {
  name: "read-retention-place",
  text: `select from_id as "fromId" from retention_place where table_name = $1`,
};

/** The id after which the scan of a table continues; null at the start of the table. */
export async function readScanPosition(query: Query, table: string): Promise<string | null> {
  const [row] = await query<{ fromId: string | null }>(READ, [table]);
  return row?.fromId ?? null;
}

export interface ScanPosition {
  table: string;
  fromId: string | null;
  /** How many seconds the oldest remaining row has been due. */
  dueFor: number;
}

const NOTE: Statement = {
  name: "note-retention-place",
  text: `
    insert into retention_place (table_name, from_id, due_since) values ($1, $2, clock_timestamp() - $3 * interval '1 second')
    on conflict (table_name) do update set from_id = excluded.from_id, due_since = excluded.due_since`,
};

/** Stores the position of a table's scan. */
export async function saveScanPosition(query: Query, { table, fromId, dueFor }: ScanPosition): Promise<void> {
  await query(NOTE, [table, fromId, dueFor]);
}

const LIST: Statement = {
  name: "list-retention-places",
  text: `select table_name as "table", extract(epoch from clock_timestamp() - due_since)::float8 as "dueFor" from retention_place`,
};

/** For each table, how many seconds its oldest row has been due. */
export async function listDue(query: Query): Promise<{ table: string; dueFor: number }[]> {
  return query(LIST, []);
}
