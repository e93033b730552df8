import { backoffMs, reasonOf, retry } from "../concurrency/retry.ts";
import type { Config } from "../config/config.ts";
import { startEmbedded } from "../embedded-postgres/embedded.ts";
import type { Log } from "../observe/log.ts";
import { StartupError } from "../observe/startup-error.ts";
import { replaceDatabaseUrl } from "../store/connection/client.ts";
import { isDatabaseMissing, isLoginRejected, isStatementRefused } from "../store/connection/errors.ts";
import { inspectPooler } from "../store/connection/pooler.ts";
import type { LockWait } from "../store/migrations/apply.ts";
import { migrate, pendingMigrations } from "../store/migrations/migrate.ts";

/** The addresses of the migrated database. */
export interface Database {
  url: string;
  directUrl: string;
}

/** Makes new connections use the database URLs of a configuration that was read again. */
export function replaceUrls({ url, directUrl }: Database, { database: next }: Config): void {
  if (next?.kind !== "external") return;
  replaceDatabaseUrl(directUrl, next.directUrl);
  replaceDatabaseUrl(url, next.url);
}

/**
 * Starts the embedded PostgreSQL, if configured, and applies pending migrations if MIGRATE=auto. @throws StartupError for pending
 * migrations with another MIGRATE
 */
export async function openDatabase(config: Config, log: Log, disposables: AsyncDisposableStack): Promise<Database> {
  const database = await locate(config, log, disposables);
  const timeoutMs = config.databaseTimeout * 1_000;
  const pending = await waitForDatabase(log, () => pendingMigrations(database.directUrl, timeoutMs));
  if (config.database?.kind === "external") await checkPoolers(database, { log, timeoutMs });
  if (pending.length === 0) return database;
  if (config.migrate === "auto") {
    const done = await migrate(database.directUrl, { onWait: logWait(log) });
    if (done.length > 0) log.info({ migrations: done }, "applied migrations");
    return database;
  }
  throw new StartupError(
    `The database lacks ${describeMigrations(pending)} of this version. Run \`latchkey migrate\` (in a checkout: ` +
      "`npm run cli -- migrate`) with the same DATABASE_URL, or set MIGRATE=auto.",
  );
}

/** Names one migration, or the first and the last of several. */
function describeMigrations(pending: readonly string[]): string {
  if (pending.length === 1) return `the migration ${pending[0]}`;
  return `${pending.length} migrations, ${pending[0]} to ${pending.at(-1)},`;
}

/** Warns if a pooler loses the notifications of the revocation feed. @throws StartupError for a pooler through which requests would fail */
async function checkPoolers({ url, directUrl }: Database, { log, timeoutMs }: PoolerCheck): Promise<void> {
  const mode = await waitForDatabase(log, () => inspectPooler(url, timeoutMs));
  const direct = directUrl === url ? mode : await waitForDatabase(log, () => inspectPooler(directUrl, timeoutMs));
  if (direct !== "transaction") return;
  const fix = "set DATABASE_DIRECT_URL to the server itself";
  log.warn(`the pooler in transaction mode loses the notifications of the revocation feed, which is polled; ${fix}`);
}

interface PoolerCheck {
  log: Log;
  timeoutMs: number;
}

/** Logs that a migration waits for a lock. */
function logWait(log: Log): (wait: LockWait) => void {
  return ({ migration, blockers, retryInMs }) => {
    log.warn({ migration, blockers, retryInMs }, "a migration waits for a lock of another session");
  };
}

async function locate(config: Config, log: Log, disposables: AsyncDisposableStack): Promise<Database> {
  if (config.database?.kind === "external") return config.database;
  log.info({ dataDir: config.dataDir }, "starting PostgreSQL");
  // At least PostgreSQL's default. Each process needs the token pools, the management pool and a few single connections.
  const maxConnections = Math.max(100, (config.workers + 1) * (config.poolSize + 10));
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, maxConnections });
  disposables.defer(() => embedded.stop());
  return { url: embedded.url, directUrl: embedded.url };
}

const BACKOFF = { firstMs: 500, longestMs: 5_000 };
const LOG_EVERY_MS = 60_000;

/** Waits for the database without a time limit. Fails at once if the database rejects the login or the configuration must change. */
async function waitForDatabase<T>(log: Log, connect: () => Promise<T>): Promise<T> {
  const isRetryable = (error: unknown) =>
    !isLoginRejected(error) && !isStatementRefused(error) && !(error instanceof StartupError);
  let loggedAt: number | null = null;
  const onRetry = (error: unknown, pauseMs: number) => {
    if (loggedAt !== null && performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    logRetry(log)(reasonOf(error), pauseMs);
  };
  try {
    const connected = await retry({ isRetryable, pauseMs: (retries) => backoffMs(retries, BACKOFF), onRetry }, connect);
    if (loggedAt !== null) log.info("the database is reachable");
    return connected;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(describeFailure(error), { cause: error });
  }
}

function describeFailure(error: unknown): string {
  const [failure, fix] = isDatabaseMissing(error)
    ? ["cannot be opened", " Create it, or correct its name in DATABASE_URL."]
    : isLoginRejected(error)
      ? [
          "rejects the login",
          " Correct the user or the password in DATABASE_URL, or PGPASSWORD, or allow the login in pg_hba.conf.",
        ]
      : ["is not usable", ""];
  return `The database of DATABASE_URL ${failure}: ${reasonOf(error)}.${fix}`;
}

/** Logs a failed attempt to reach the database. */
export function logRetry(log: Log): (reason: string, pauseMs: number) => void {
  return (reason, pauseMs) => log.warn({ reason, retryInMs: pauseMs }, "the database is not reachable yet; retrying");
}
