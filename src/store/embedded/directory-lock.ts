import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartFault } from "../../observe/start-fault.ts";

/** Held while one Latchkey uses a data directory. */
export interface DirectoryLock {
  release(): void;
}

/**
 * Takes `directory` for this process alone. The lock is SQLite's lock on an empty file: held by the kernel, so it ends with the process
 * however that dies, works across containers that share a volume, and never has to be guessed stale from a process id.
 *
 * @throws StartFault when another process holds it, naming that process
 */
export function lockDirectory(directory: string): DirectoryLock {
  const pidFile = join(directory, "latchkey.pid");
  const database = new DatabaseSync(join(directory, "latchkey.lock"));
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (cause) {
    database.close();
    if (!isBusy(cause)) throw cause;
    throw new StartFault(
      `Another Latchkey${processNamedIn(pidFile)} is using ${directory}; stop it, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
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
