import { readdirSync, readFileSync } from "node:fs";

/** A change of the schema. */
export interface Migration {
  /** The name of the file without its extension. Never rename a file, because the database stores the name. */
  name: string;
  sql: string;
  /** False: the file is a single statement that PostgreSQL refuses in a transaction, such as CREATE INDEX CONCURRENTLY. */
  transaction: boolean;
}

/** The first line of a file that must not run in a transaction. */
const NO_TRANSACTION = "-- no transaction\n";
const FOLDER = new URL("./", import.meta.url);

/** All migrations, in the order of their names. */
export const MIGRATIONS: readonly Migration[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => toMigration(file.slice(0, -".sql".length), readFileSync(new URL(file, FOLDER), "utf8")));

/** @param sql the text of the file */
export function toMigration(name: string, sql: string): Migration {
  return { name, sql, transaction: !sql.startsWith(NO_TRANSACTION) };
}
