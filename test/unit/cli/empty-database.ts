import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export interface EmptyDatabase {
  url: string;
  query(text: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** An empty database of the run's PostgreSQL, as before `latchkey migrate`. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const adminUrl = inject("databaseUrl");
  const name = `empty_${randomBytes(6).toString("hex")}`;
  await run(adminUrl, `create database ${name}`);
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  return {
    url,
    query: (text) => run(url, text),
    drop: async () => void (await run(adminUrl, `drop database ${name} with (force)`)),
  };
}

async function run(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
