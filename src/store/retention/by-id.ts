import type { Query, Statement } from "../connection/query.ts";
import type { Batch } from "./by-expiry.ts";

/** Tables without an index on expiry, scanned by their time-ordered ids. */
export type IdTable = keyof typeof RULES;

interface Rule {
  /** SQL: when a row `k` is due. `$4` is the number of seconds for which rows are kept. */
  due: string;
  /** SQL: a further condition on a row `k`. */
  free?: string;
}

const EXPIRY = "k.expires_at + $4 * interval '1 second'";

// Tokens are removed before their families. A used code stays as long as its family, because its replay revokes the family.
const RULES = {
  access_token: { due: EXPIRY },
  refresh_token: { due: EXPIRY },
  token_family: { due: EXPIRY },
  authorization_code: { due: EXPIRY, free: "not exists (select from token_family f where f.id = k.id)" },
} satisfies Record<string, Rule>;

export const ID_TABLES = Object.keys(RULES) as IdTable[];

// Locks only rows of this table and skips locked rows, so it cannot deadlock. The next scan checks skipped rows again.
function remove(table: IdTable): Statement {
  const { due, free = "true" }: Rule = RULES[table];
  return {
    name: `remove-due-${table}`,
    text: `
    with scanned as materialized (
      select k.id, ${due} as due_at from ${table} k where k.id > $1 order by k.id limit $2
    ), due as materialized (
      select k.id, k.due_at from scanned k where k.due_at <= clock_timestamp() and ${free} order by k.id limit $3
    ), locked as materialized (
      select k.id from ${table} k where k.id = any(array(select id from due)) and ${due} <= clock_timestamp()
      for update skip locked
    ), removed as (
      delete from ${table} where id = any(array(select id from locked)) returning 1
    ), counted as (
      select (select count(*)::int from removed) as removed, (select count(*)::int from due) as due,
        (select count(*)::int from scanned) as scanned, (select min(due_at) from due) as oldest
    )
    select removed, due, scanned, extract(epoch from clock_timestamp() - oldest)::float8 as "oldestDueFor",
      (select id from due where due = $3 order by id desc limit 1) as "lastDueId",
      (select id from scanned order by id desc limit 1) as "lastId"
    from counted`,
  };
}

const STATEMENTS = Object.fromEntries(ID_TABLES.map((table) => [table, remove(table)])) as Record<IdTable, Statement>;

/** The statement of one batch. */
export function removeDue(table: IdTable): Statement {
  return STATEMENTS[table];
}

export interface Scan {
  /** Reads rows after this id. */
  fromId: string;
  /** Maximum number of rows to read. */
  scanLimit: number;
  /** Maximum number of rows to remove. */
  limit: number;
  /** Seconds for which a row is kept after its expiry. */
  keep: number;
}

export interface Scanned extends Batch {
  scanned: number;
  /** The id after which the scan continues; null at the end of the table. */
  nextId: string | null;
}

type Row = Omit<Scanned, "nextId"> & { lastDueId: string | null; lastId: string | null };

/** Removes due rows in the order of their ids. */
export async function removeById(query: Query, table: IdTable, scan: Scan): Promise<Scanned> {
  const { fromId, scanLimit, limit, keep } = scan;
  const [row] = await query<Row>(STATEMENTS[table], [fromId, scanLimit, limit, keep]);
  const { lastDueId, lastId, ...counted } = row!;
  const end = counted.scanned === scanLimit ? lastId : null;
  return { ...counted, nextId: counted.due === limit ? lastDueId : end };
}
