import type { DatabaseClient } from "../connection/client.ts";
import { MIGRATION_TABLE } from "../connection/orm.ts";
import type { Migration } from "./list.ts";

/** The migrations that the database does not have. Changes nothing. */
export async function findPending(client: DatabaseClient, migrations: readonly Migration[]): Promise<Migration[]> {
  const [found] = (await client.query("select to_regclass($1) is not null as exists", [MIGRATION_TABLE])).rows;
  const applied = found.exists ? (await client.query(`select name from ${MIGRATION_TABLE}`)).rows : [];
  return migrations.filter(({ name }) => !applied.some((row) => row.name === name));
}
