import { parse } from "libpg-query";
import type pg from "pg";
import type { Migration } from "../../../src/store/migrations/list.ts";
import {
  LOCK_MODES,
  type LockMode,
  type MigrationStatement,
  type TableLock,
} from "../../../src/store/migrations/statements.ts";

/** The offsets of each statement of a file. The parser counts bytes. */
export async function splitStatements(sql: string): Promise<[from: number, to: number][]> {
  const bytes = Buffer.from(sql);
  const offsetOf = (at: number) => bytes.subarray(0, at).toString().length;
  const { stmts = [] } = await parse(sql);
  return stmts.map(({ stmt_location = 0, stmt_len }) => {
    const [from, to] = [
      offsetOf(stmt_location),
      offsetOf(stmt_len === undefined ? bytes.length : stmt_location + stmt_len),
    ];
    const lead = /^(?:\s|--.*\n)*/.exec(sql.slice(from, to))![0].length;
    return [from + lead, to];
  });
}

/** Applies a migration on a scratch database, and records the locks that each statement takes on the tables that existed before. */
export async function observeMigration(client: pg.Client, migration: Migration): Promise<MigrationStatement[]> {
  const tables = await readTables(client);
  const ranges = await splitStatements(migration.sql);
  if (!migration.transaction) return observeConcurrent(client, migration, { tables, ranges });
  const statements: MigrationStatement[] = [];
  const existing = (await client.query("select oid::text from pg_class")).rows.map(({ oid }) => oid);
  await client.query("begin");
  // In the transaction: outside, the server may reset the counts of scans at any time (PGSTAT_MIN_INTERVAL).
  let before = await snapshot(client, existing);
  for (const at of ranges) {
    await client.query(migration.sql.slice(...at));
    const after = await snapshot(client, existing);
    statements.push({ at, locks: differenceOf({ tables, before, after }) });
    before = after;
  }
  await client.query("commit");
  return statements;
}

type Tables = Map<string, string>;

/** The names of the tables by their oids. */
async function readTables(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query(
    "select oid::text, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  return new Map(rows.map(({ oid, relname }) => [oid, relname]));
}

interface TableState {
  modes: string[];
  scans: number;
  filenode: string;
}

// A lock on an index counts for its table, because every statement on the table opens its indexes. A new index is locked as new.
const SNAPSHOT = `
  select c.oid::text, coalesce(pg_relation_filenode(c.oid)::text, '') as filenode, pg_stat_get_xact_numscans(c.oid)::int as scans,
    coalesce((select array_agg(distinct l.mode) from pg_locks l where l.pid = pg_backend_pid() and l.granted
      and (l.relation = c.oid or l.relation in (select indexrelid from pg_index i where i.indrelid = c.oid))
      and l.relation = any($1)), '{}') as modes
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

async function snapshot(client: pg.Client, existing: readonly string[]): Promise<Map<string, TableState>> {
  const { rows } = await client.query(SNAPSHOT, [existing]);
  return new Map(rows.map(({ oid, ...state }) => [oid, state]));
}

interface Step {
  tables: Tables;
  before: Map<string, TableState>;
  after: Map<string, TableState>;
}

function differenceOf({ tables, before, after }: Step): TableLock[] {
  return [...tables].flatMap(([oid, table]): TableLock[] => {
    const [old, now] = [before.get(oid), after.get(oid)];
    if (old === undefined || now === undefined) return [];
    const [had, has] = [strongest(old.modes), strongest(now.modes)];
    const scans = now.scans > old.scans;
    const rewrites = now.filenode !== old.filenode;
    if (has === null || (has === had && !scans && !rewrites)) return [];
    return [{ table, mode: has, ...(scans && { scans }), ...(rewrites && { rewrites }) }];
  });
}

function strongest(modes: string[]): LockMode | null {
  const names = modes.map((mode) =>
    mode
      .replace(/Lock$/, "")
      .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toUpperCase(),
  );
  return LOCK_MODES.findLast((mode) => names.includes(mode)) ?? null;
}

/** A concurrent statement runs outside a transaction, so its lock is not observed but taken from PostgreSQL's documentation. */
async function observeConcurrent(
  client: pg.Client,
  { sql }: Migration,
  { tables, ranges }: { tables: Tables; ranges: [from: number, to: number][] },
): Promise<MigrationStatement[]> {
  const statements: MigrationStatement[] = [];
  for (const at of ranges) {
    const text = sql.slice(...at);
    const table = await findTable(client, text);
    const scans = /^create\b/i.test(text) && { scans: true as const };
    const isKnown = table !== undefined && [...tables.values()].includes(table);
    statements.push({ at, locks: isKnown ? [{ table, mode: "SHARE UPDATE EXCLUSIVE", ...scans }] : [] });
    await client.query(text);
  }
  return statements;
}

async function findTable(client: pg.Client, text: string): Promise<string | undefined> {
  const [, index] = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?"?(\w+)"?/i.exec(text) ?? [];
  if (index === undefined) return /\b(?:on|table(?:\s+only)?)\s+"?(\w+)"?/i.exec(text)?.[1];
  const { rows } = await client.query(
    "select t.relname from pg_index i join pg_class t on t.oid = i.indrelid where i.indexrelid = to_regclass($1)",
    [index],
  );
  return rows[0]?.relname;
}
