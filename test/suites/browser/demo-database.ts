import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** Runs statements in the database of a demo, for data that no call of the core creates. */
export async function withDatabase<T>(dataDir: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await urlOf(dataDir) });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function urlOf(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, "postgres_password"), "utf8")).trim();
  // The fourth line of the file is the port.
  const port = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[3];
  return `postgres://latchkey:${password}@127.0.0.1:${port}/latchkey`;
}
