import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrate } from "../src/store/migrate.ts";

const TEMPLATE = "latchkey_template";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A migrated database of the caller's own, copied from the run's template in a few milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject("databaseUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(adminUrl, `create database ${name} template ${TEMPLATE}`);
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Once per run, before any test file starts. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await administer(adminUrl, `create database ${TEMPLATE}`);
  await migrate(databaseUrl(adminUrl, TEMPLATE));
}

function databaseUrl(adminUrl: string, name: string): string {
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
