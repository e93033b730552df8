import type pg from "pg";

const COLUMNS = `
  select table_name as "table", array_agg(column_name::text) as columns
  from information_schema.columns
  where table_schema = 'public' and not exists (select from pg_class where oid = to_regclass(table_name) and relispartition)
    and data_type = 'timestamp with time zone' and table_name not in ('schema_migration', 'service_heartbeat')
  group by table_name`;

/**
 * Makes every timestamp of every row older by `seconds`, as if the service had run for that time. The statements under test use the real
 * clock of the database.
 */
export async function age(client: pg.ClientBase | pg.Pool, seconds: number): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(COLUMNS);
  const statements = rows.map(({ table, columns }) => {
    const changes = columns.map((column) => `"${column}" = "${column}" - interval '${seconds} seconds'`);
    return `update "${table}" set ${changes.join(", ")}`;
  });
  await client.query(["begin", ...statements, "commit"].join(";"));
}
