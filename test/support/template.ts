import pg from "pg";
import { migrate } from "../../src/store/migrations/migrate.ts";

const TEMPLATE = "latchkey_template";

/** A migrated database that others are copied from, once per run. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await administer(adminUrl, `create database ${TEMPLATE}`);
  await migrate(databaseUrl(adminUrl, TEMPLATE));
}

/** A copy of the template under this name, in a few milliseconds. */
export async function copyTemplate(adminUrl: string, name: string): Promise<void> {
  await administer(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
}

/** The server's address with another database. */
export function databaseUrl(adminUrl: string, name: string): string {
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

/** Runs one statement on the server. */
export async function administer(adminUrl: string, statement: string): Promise<void> {
  await query(adminUrl, statement);
}

/** The rows of one statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
