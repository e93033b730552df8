import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "../observe/startup-error.ts";

/** Held while one Latchkey uses a data directory. */
export interface DirectoryLock {
  release(): void;
}

/** How long to wait for an exiting process to stop PostgreSQL. */
const TIMEOUT_MS = 4_000;
const POLL_MS = 100;

/**
 * Locks `directory` for this process. SQLite's lock on an empty file is held by the kernel. The lock ends with the process, works across
 * containers that share a volume, and is never stale.
 * @param onWait called once if another process holds the lock, before waiting for it
 * @throws StartupError with the process id if that process keeps the lock
 */
export async function lockDirectory(directory: string, onWait: () => void): Promise<DirectoryLock> {
  const pidFile = join(directory, "latchkey.pid");
  for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS) {
    const database = takeLock(join(directory, "latchkey.lock"));
    if (database) return createLock(database, pidFile);
    if (waited === 0) onWait();
    await sleep(POLL_MS);
  }
  throw new StartupError(
    `Another Latchkey${processNamedIn(pidFile)} is using ${directory}; stop it, or set DATA_DIR to another directory.`,
  );
}

function takeLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

function createLock(database: DatabaseSync, pidFile: string): DirectoryLock {
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(pidFile, { force: true });
      database.close();
    },
  };
}

function processNamedIn(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, "utf8").trim()})`;
  } catch {
    return "";
  }
}

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}
