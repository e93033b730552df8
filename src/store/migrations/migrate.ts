import { setTimeout as delay } from "node:timers/promises";
import { LOCK_KEYS } from "../connection/advisory-locks.ts";
import type { DatabaseClient } from "../connection/client.ts";
import { MIGRATION_TABLE } from "../connection/orm.ts";
import { requireSession } from "../connection/pooler.ts";
import { applyMigration, type LockPolicy } from "./apply.ts";
import { connect, readSchema } from "./connect.ts";
import { MIGRATIONS, type Migration } from "./list.ts";
import { findPending } from "./pending.ts";

export interface MigrateOptions extends Partial<LockPolicy> {
  /** Default: all. */
  migrations?: readonly Migration[];
}

const LOCK_POLL_MS = 200;

/** In milliseconds. Token requests fail after a second without a connection, so they survive a wait of this length. */
export const LOCK_TIMEOUT_MS = 250;
export const RETRY_FOR_MS = 300_000;
const DEFAULT_POLICY: LockPolicy = { lockTimeoutMs: LOCK_TIMEOUT_MS, retryForMs: RETRY_FOR_MS, onWait: () => {} };

/**
 * Applies the pending migrations in order, each in a transaction of its own, and returns their names. An advisory lock serializes
 * concurrent calls, so `url` must be a direct connection: a pooler would pass the lock to other sessions.
 * @throws StartupError for an unusable database, and if a lock is not free within `retryForMs`
 */
export async function migrate(
  url: string,
  { migrations = MIGRATIONS, ...given }: MigrateOptions = {},
): Promise<string[]> {
  const policy = { ...DEFAULT_POLICY, ...given };
  await using connections = new AsyncDisposableStack();
  const open = async () => connections.adopt(await connect(url), (client) => client.end());
  const runner = await open();
  await requireSession(url);
  await takeMigrationLock(runner);
  const pending = await findPending(runner, migrations);
  if (pending.length === 0) return [];
  const { rows } = await runner.query("select pg_backend_pid() as pid");
  const sessions = { runner, runnerPid: rows[0].pid, observer: await open() };
  await runner.query(CREATE_TABLE);
  for (const migration of pending) await applyMigration(sessions, migration, policy);
  return pending.map(({ name }) => name);
}

/**
 * The names of the pending migrations. Changes nothing. Applied migrations that this version does not know belong to a newer version.
 * @throws StartupError for an unusable database
 */
export async function pendingMigrations(url: string, timeoutMs?: number): Promise<string[]> {
  const pending = await readSchema(url, (client) => findPending(client, MIGRATIONS), timeoutMs);
  return pending.map(({ name }) => name);
}

/**
 * Polls for the lock. A session that waits in pg_advisory_lock has a snapshot, for which a CREATE INDEX CONCURRENTLY of the lock's holder
 * would wait.
 */
async function takeMigrationLock(runner: DatabaseClient): Promise<void> {
  for (;;) {
    const { rows } = await runner.query("select pg_try_advisory_lock($1) as held", [LOCK_KEYS.migrations]);
    if (rows[0].held === true) return;
    await delay(LOCK_POLL_MS);
  }
}

const CREATE_TABLE = `
  create table if not exists ${MIGRATION_TABLE} ("id" serial primary key, "name" varchar(255) not null,
    "executed_at" timestamptz(6) not null default current_timestamp)`;
