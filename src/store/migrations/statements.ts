import { readFileSync } from "node:fs";

/** The modes of table locks, the weakest first. Modes from SHARE on block writes; ACCESS EXCLUSIVE also blocks reads. */
export const LOCK_MODES = [
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "EXCLUSIVE",
  "ACCESS EXCLUSIVE",
] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** The lock that a statement takes on a table that existed before the migration. */
export interface TableLock {
  table: string;
  mode: LockMode;
  /** True if the statement reads the whole table. */
  scans?: true;
  /** True if the statement rewrites the whole table. */
  rewrites?: true;
}

/** A statement of a migration. */
export interface MigrationStatement {
  /** The offsets of the statement in the file. */
  at: [from: number, to: number];
  /** The locks that the migration does not already hold before this statement. */
  locks: TableLock[];
}

/** The statements of each migration with their locks, which `npm run check:migrations -- --write` observes and records. */
export function readStatements(): Record<string, MigrationStatement[]> {
  return JSON.parse(readFileSync(new URL("locks.json", import.meta.url), "utf8"));
}

/** True if requests must wait for a lock in this mode. */
export function isBlocking(mode: LockMode): boolean {
  return LOCK_MODES.indexOf(mode) >= LOCK_MODES.indexOf("SHARE");
}
