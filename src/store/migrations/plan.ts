import { readSchema } from "./connect.ts";
import { MIGRATIONS, type Migration } from "./list.ts";
import { findPending } from "./pending.ts";
import { isBlocking, type MigrationStatement, readStatements, type TableLock } from "./statements.ts";

/** A lock that a pending migration takes. */
export interface PlannedLock extends TableLock {
  /** True if requests on the table wait for it. */
  blocking: boolean;
  /** The size of the table with its indexes and partitions; null if it does not exist yet. */
  bytes: number | null;
  /** PostgreSQL's estimate of the row count; null if the table does not exist yet. */
  rows: number | null;
}

export interface PlannedStatement {
  sql: string;
  locks: PlannedLock[];
}

export interface PlannedMigration {
  name: string;
  transaction: boolean;
  statements: PlannedStatement[];
}

/**
 * The pending migrations with the locks that each statement takes on existing tables. Changes nothing.
 * @throws StartupError for an unusable database
 */
export async function planMigrations(
  url: string,
  migrations: readonly Migration[] = MIGRATIONS,
  statements: Record<string, MigrationStatement[]> = readStatements(),
): Promise<PlannedMigration[]> {
  return readSchema(url, async (client) => {
    const pending = await findPending(client, migrations);
    const { rows } = await client.query<TableSize>(SIZES);
    const sizes = new Map(rows.map((row) => [row.table, row]));
    return pending.map((migration) => planOf(migration, statements[migration.name] ?? [], sizes));
  });
}

interface TableSize {
  table: string;
  bytes: number;
  rows: number;
}

const SIZES = `
  select c.relname as table, coalesce(sum(pg_total_relation_size(p.relid)), 0)::float8 as bytes,
    coalesce(sum(greatest(leaf.reltuples, 0)) filter (where leaf.relkind = 'r'), 0)::float8 as rows
  from pg_class c cross join lateral (select relid from pg_partition_tree(c.oid) union select c.oid) as p(relid)
    join pg_class leaf on leaf.oid = p.relid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`;

function planOf(
  { name, sql, transaction }: Migration,
  statements: readonly MigrationStatement[],
  sizes: ReadonlyMap<string, TableSize>,
): PlannedMigration {
  const toPlanned = (lock: TableLock): PlannedLock => {
    const size = sizes.get(lock.table);
    return { ...lock, blocking: isBlocking(lock.mode), bytes: size?.bytes ?? null, rows: size?.rows ?? null };
  };
  return {
    name,
    transaction,
    statements: statements.map(({ at, locks }) => ({ sql: sql.slice(...at).trim(), locks: locks.map(toPlanned) })),
  };
}
