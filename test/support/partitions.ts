import type pg from "pg";
import {
  createPartitions,
  lowestId,
  PARTITIONED_TABLES,
  partitionStatus,
} from "../../src/store/retention/partitions.ts";

const WEEK = 604_800;
const SPAN = 4 * WEEK;

/** Replaces the partitions of empty tables by those of a service that has run for at least this many weeks. */
export async function backdatePartitions(sql: pg.Pool | pg.ClientBase, weeks: number): Promise<void> {
  const query = async <Row>({ text }: { text: string }, values: readonly unknown[]) =>
    (await sql.query(text, [...values])).rows as Row[];
  const start = 345_600 + SPAN * Math.floor((Date.now() / 1_000 - weeks * WEEK - 345_600) / SPAN);
  for (const { table, partitions } of await partitionStatus(query)) {
    for (const { name } of partitions) await sql.query(`drop table "${name}"`);
    await sql.query(
      `create table ${table}_initial partition of ${table} for values from (minvalue) to ('${lowestId(start)}')`,
    );
  }
  await createPartitions(query);
}

/** The partitions that hold rows, with their numbers of rows. */
export async function rowsByPartition(sql: pg.Pool): Promise<Record<string, number>> {
  const counts = PARTITIONED_TABLES.map(
    (table) => `select tableoid::regclass::text as name, count(*)::int as n from ${table} group by 1`,
  );
  const { rows } = await sql.query<{ name: string; n: number }>(counts.join(" union all "));
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}
