import type { MikroORM } from "@mikro-orm/postgresql";
import { DatabaseClient } from "../connection/client.ts";
import { createOrm, MIGRATION_TABLE } from "../connection/orm.ts";
import { requireVersion, toTlsSetupError } from "../connection/setup-error.ts";
import { MIGRATIONS } from "./list.ts";

/** The key of an advisory lock. */
const MIGRATION_LOCK = 7_243_901;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Applies all pending migrations and returns their names. Concurrent calls are serialized by an advisory lock, so `url` must be a direct
 * connection: a pooler would pass the lock to other sessions.
 */
export async function migrate(url: string): Promise<string[]> {
  const gate = await connect(url);
  try {
    await gate.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await withMigrator(url, async (orm) => (await orm.migrator.up()).map((one) => one.name));
  } finally {
    await gate.end();
  }
}

/**
 * The names of the pending migrations. Changes nothing, unlike MikroORM's own check, which creates its table and the database.
 * @throws StartupError for an unusable database
 */
export async function pendingMigrations(url: string, connectTimeoutMs?: number): Promise<string[]> {
  const client = await connect(url, connectTimeoutMs);
  try {
    const [found] = (await client.query("select to_regclass($1) is not null as exists", [MIGRATION_TABLE])).rows;
    const had = found.exists ? (await client.query(`select name from ${MIGRATION_TABLE}`)).rows : [];
    return MIGRATIONS.map(({ name }) => name).filter((name) => !had.some((row) => row.name === name));
  } finally {
    await client.end();
  }
}

async function connect(url: string, connectionTimeoutMillis = CONNECT_TIMEOUT_MS): Promise<DatabaseClient> {
  const application_name = "latchkey migrate";
  const client = new DatabaseClient({ connectionString: url, application_name, connectionTimeoutMillis });
  // A dropped connection fails its next statement. While it only holds the lock, the error must not end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("show server_version_num");
    requireVersion(Number(rows[0].server_version_num));
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw toTlsSetupError(error) ?? toTimeout(error, connectionTimeoutMillis) ?? error;
  }
}

/** Adds a code, as socket errors have: node-postgres reports its timeout by this message only. */
function toTimeout(error: unknown, afterMs: number): Error | null {
  if (!(error instanceof Error) || error.message !== "timeout expired") return null;
  return Object.assign(new Error(`no connection within ${afterMs / 1_000} s`), { code: "ETIMEDOUT" });
}

async function withMigrator<T>(url: string, work: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await createOrm({ url, poolSize: 2, statementTimeoutMs: 0 });
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}
