import { retryWithBackoff } from "../concurrency/retry.ts";
import type { Config } from "../config/config.ts";
import { startEmbedded } from "../embedded-postgres/embedded.ts";
import type { Log } from "../observe/log.ts";
import { StartupError } from "../observe/startup-error.ts";
import { isTurnedAway } from "../store/connection/errors.ts";
import { migrate, pendingMigrations } from "../store/migrations/migrate.ts";
import type { Disposables } from "./disposables.ts";

/** Where the migrated database is. */
export interface Database {
  url: string;
  directUrl: string;
}

/** Starts PostgreSQL if it is ours to start, and brings the schema to this version or refuses one that is behind. */
export async function openDatabase(config: Config, log: Log, disposables: Disposables): Promise<Database> {
  const database = await locate(config, log, disposables);
  const timeoutMs = config.databaseTimeout * 1_000;
  const pending = await firstAnswer(log, () => pendingMigrations(database.directUrl, timeoutMs));
  if (pending.length === 0) return database;
  if (config.migrate === "auto") {
    const done = await migrate(database.directUrl);
    if (done.length > 0) log.info({ migrations: done }, "schema brought up to date");
    return database;
  }
  throw new StartupError(
    `The database's schema is behind this version by ${pending.length} migration(s): ${pending.join(", ")}. ` +
      "Run `npm run cli -- migrate` with the same DATABASE_URL, or set MIGRATE=auto.",
  );
}

async function locate(config: Config, log: Log, disposables: Disposables): Promise<Database> {
  if (config.database?.kind === "external") return config.database;
  log.info({ dataDir: config.dataDir }, "starting PostgreSQL");
  // Its own default unless that many processes want more; beside the token path's pool each has one for management and a few for itself.
  const maxConnections = Math.max(100, (config.workers + 1) * (config.poolSize + 10));
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, maxConnections });
  disposables.add(() => embedded.stop());
  return { url: embedded.url, directUrl: embedded.url };
}

/** Waits for a database that is still starting, as after a power cut, and not for one that turns us away or has to be changed first. */
function firstAnswer<T>(log: Log, ask: () => Promise<T>): Promise<T> {
  const isRetryable = (error: unknown) => !isTurnedAway(error) && !(error instanceof StartupError);
  return retryWithBackoff({ isRetryable, onRetry: logRetry(log) }, ask).catch((error: unknown) => {
    if (error instanceof StartupError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const what = isTurnedAway(error) ? "turns Latchkey away" : "does not answer";
    throw new StartupError(`The database of DATABASE_URL ${what}: ${why}.`, { cause: error });
  });
}

/** Logs each attempt that the database did not answer. */
export function logRetry(log: Log): (reason: string, pauseMs: number) => void {
  return (reason, pauseMs) =>
    log.warn({ reason, retryInMs: pauseMs }, "the database does not answer yet; trying again");
}
