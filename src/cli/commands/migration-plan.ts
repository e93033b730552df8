import type { PlannedLock, PlannedMigration } from "../../store/migrations/plan.ts";
import { print } from "../output.ts";

/** The assumed speed of sequential reads from a disk that also serves requests. */
const READ_BYTES_PER_SECOND = 100_000_000;
const LONGEST_LINE = 110;

/** Prints the pending migrations with their statements and locks. */
export function printPlan(migrations: readonly PlannedMigration[]): void {
  for (const { name, transaction, statements } of migrations) {
    print(`${name} (${transaction ? "one transaction" : "no transaction: no lock timeout, blocks no requests"})`);
    for (const { sql, locks } of statements) {
      print(`  ${oneLine(sql)}`);
      for (const lock of locks) print(`    ${describeLock(lock)}`);
    }
    const locks = statements.flatMap((statement) => statement.locks);
    if (locks.length === 0) print("  locks no existing table");
  }
}

function oneLine(sql: string): string {
  const text = sql.replace(/\s+/g, " ");
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE - 1)}…` : text;
}

function describeLock({ table, mode, blocking, bytes, rows, scans, rewrites }: PlannedLock): string {
  const blocks = !blocking
    ? "blocks no requests"
    : mode === "ACCESS EXCLUSIVE"
      ? "blocks reads and writes"
      : "blocks writes";
  const size =
    bytes === null || rows === null
      ? "does not exist yet"
      : `${formatBytes(bytes)}, about ${rows.toLocaleString("en-US")} rows`;
  const work = rewrites ? "rewrites the table" : scans ? "reads the whole table" : null;
  const estimate = work === null ? "" : `; ${work}${bytes === null ? "" : `, about ${secondsOf(bytes)} s`}`;
  return `${mode} on ${table} (${size}): ${blocks}${estimate}`;
}

function secondsOf(bytes: number): number {
  return Math.ceil(bytes / READ_BYTES_PER_SECOND);
}

function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1_000)));
  return `${Math.round(bytes / 1_000 ** power)} ${units[power]}`;
}
