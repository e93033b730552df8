import { readFileSync } from "node:fs";

/** The weakest first. A mode from SHARE on blocks writes; ACCESS EXCLUSIVE also blocks reads. */
export const LOCK_MODES = [
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "EXCLUSIVE",
  "ACCESS EXCLUSIVE",
] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** The lock of a statement on a table that exists before its migration. */
export interface TableLock {
  table: string;
  mode: LockMode;
  /** Reads the whole table. */
  scans?: true;
  /** Writes the whole table anew. */
  rewrites?: true;
}

/** A statement of a migration. */
export interface MigrationStatement {
  /** Its offsets in the file. */
  at: [from: number, to: number];
  /** Locks that the migration does not hold before it. */
  locks: TableLock[];
}

/** The statements of each migration. `npm run check:migrations -- --write` runs the migrations and records the locks that it observes. */
export function readStatements(): Record<string, MigrationStatement[]> {
  return JSON.parse(readFileSync(new URL("locks.json", import.meta.url), "utf8"));
}

/** True if requests wait for the lock. */
export function isBlocking(mode: LockMode): boolean {
  return LOCK_MODES.indexOf(mode) >= LOCK_MODES.indexOf("SHARE");
}
