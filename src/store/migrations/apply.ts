import { jitteredBackoffMs, retry } from "../../concurrency/retry.ts";
import { StartupError } from "../../observe/startup-error.ts";
import type { DatabaseClient } from "../connection/client.ts";
import { isLockTimeout, isTransient } from "../connection/errors.ts";
import { MIGRATION_TABLE } from "../connection/orm.ts";
import { type Blocker, describeBlockers, findBlockers } from "./blockers.ts";
import type { Migration } from "./list.ts";

/** A migration that waits for a lock. */
export interface LockWait {
  migration: string;
  /** The sessions that block the migration, as far as they are known. */
  blockers: readonly Blocker[];
  /** Milliseconds until the next attempt; null if the statement continues to wait, which then delays no requests. */
  retryInMs: number | null;
}

export interface LockPolicy {
  /** The longest wait of one attempt in milliseconds. Requests queue behind a waiting migration. */
  lockTimeoutMs: number;
  /** The time after the first attempt at which the migration is given up, in milliseconds. */
  retryForMs: number;
  onWait(wait: LockWait): void;
}

export interface Sessions {
  /** Holds the migration lock and runs the migrations. */
  runner: DatabaseClient;
  runnerPid: number;
  /** Finds the sessions that block the runner. */
  observer: DatabaseClient;
}

/**
 * Applies one migration and records it.
 * @throws StartupError if a lock is not free within `retryForMs`
 */
export async function applyMigration(sessions: Sessions, migration: Migration, policy: LockPolicy): Promise<void> {
  if (migration.transaction) await inTransaction(sessions, migration, policy);
  else await withoutTransaction(sessions, migration, policy);
}

/** The pauses before retries. They are longer than a lock timeout, so that queued requests can finish. */
const BACKOFF = { firstMs: 500, longestMs: 5_000 };

async function inTransaction(sessions: Sessions, migration: Migration, policy: LockPolicy): Promise<void> {
  const deadline = performance.now() + policy.retryForMs;
  let blockers: readonly Blocker[] = [];
  const attempt = async () => {
    blockers = [];
    const stop = observe(sessions, policy.lockTimeoutMs * 0.6, (found) => {
      blockers = found;
    });
    try {
      await runTransaction(sessions.runner, migration, policy.lockTimeoutMs);
    } finally {
      await stop();
    }
  };
  await retry(
    {
      isRetryable,
      pauseMs: (retries) => (performance.now() > deadline ? null : jitteredBackoffMs(retries, BACKOFF)),
      onRetry: (_error, retryInMs) => policy.onWait({ migration: migration.name, blockers, retryInMs }),
    },
    attempt,
  ).catch((error: unknown) => {
    throw isRetryable(error) ? lockNotFree(migration, blockers, policy, error) : error;
  });
}

function isRetryable(error: unknown): boolean {
  return isLockTimeout(error) || isTransient(error);
}

function lockNotFree(migration: Migration, blockers: readonly Blocker[], policy: LockPolicy, cause: unknown) {
  return new StartupError(
    `The migration ${migration.name} found no free lock for ${Math.round(policy.retryForMs / 1_000)} s: ${describeBlockers(blockers)} ` +
      "has the table in use. End that transaction (select pg_terminate_backend(<pid>)), then migrate again.",
    { cause },
  );
}

/** Sends all statements in one message, so that no lock is held while the server waits for this process. */
async function runTransaction(runner: DatabaseClient, { name, sql }: Migration, lockTimeoutMs: number): Promise<void> {
  try {
    await runner.query(`begin; set local lock_timeout = ${lockTimeoutMs};\n${sql}\n;${record(name)}; commit`);
  } catch (error) {
    await runner.query("rollback").catch(() => {});
    throw error;
  }
}

function record(name: string): string {
  return `insert into ${MIGRATION_TABLE} (name) values ('${name}')`;
}

/** The interval of reports about a waiting statement that runs without a transaction. */
const REPORT_MS = 5_000;

/** Statements with CONCURRENTLY block no request while they wait, so they have no timeout. They can be repeated after a failure. */
async function withoutTransaction(sessions: Sessions, migration: Migration, policy: LockPolicy): Promise<void> {
  const { runner } = sessions;
  await dropInvalidIndex(runner, migration.sql);
  const stop = observe(sessions, REPORT_MS, (blockers) => {
    if (blockers.length > 0) policy.onWait({ migration: migration.name, blockers, retryInMs: null });
  });
  try {
    await runner.query(migration.sql);
  } finally {
    await stop();
  }
  await runner.query(record(migration.name));
}

const CONCURRENT_INDEX = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i;

/** An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index, which IF NOT EXISTS would keep. */
async function dropInvalidIndex(runner: DatabaseClient, sql: string): Promise<void> {
  const index = CONCURRENT_INDEX.exec(sql)?.[1];
  if (index === undefined) return;
  const { rows } = await runner.query("select from pg_index where indexrelid = to_regclass($1) and not indisvalid", [
    `"${index}"`,
  ]);
  if (rows.length > 0) await runner.query(`drop index concurrently "${index}"`);
}

/** Reports at intervals the sessions that the runner waits for, until the returned function is called. */
function observe(
  { observer, runnerPid }: Sessions,
  intervalMs: number,
  onBlockers: (blockers: Blocker[]) => void,
): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A failed observation is ignored, because it only explains the wait of the migration.
    looking = findBlockers(observer, runnerPid).then(onBlockers, () => {});
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
