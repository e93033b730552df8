import type { Migration } from "../../../src/store/migrations/list.ts";
import { isBlocking, type MigrationStatement } from "../../../src/store/migrations/statements.ts";

/** The reasons why a migration would delay requests for longer than its lock timeout, as sentences. */
export function findLongLocks(migration: Migration, statements: readonly MigrationStatement[]): string[] {
  const problems = migration.transaction ? inTransaction(statements) : withoutTransaction(migration, statements);
  return problems.map((problem) => `${migration.name}: ${problem}`);
}

function inTransaction(statements: readonly MigrationStatement[]): string[] {
  const problems: string[] = [];
  const blocked = new Set<string>();
  const written = new Set<string>();
  for (const { table, mode, scans, rewrites } of statements.flatMap(({ locks }) => locks)) {
    if (mode === "ROW EXCLUSIVE") written.add(table);
    if (isBlocking(mode)) blocked.add(table);
    if (!blocked.has(table)) continue;
    if (rewrites)
      problems.push(`writes the whole table ${table} anew under a lock. Add a column instead, and fill it in batches.`);
    else if (scans)
      problems.push(
        `reads the whole table ${table} under a lock. Add constraints as NOT VALID and validate them in the next migration; build indexes concurrently.`,
      );
  }
  if (blocked.size > 1)
    problems.push(
      `locks ${[...blocked].join(", ")}: while it waits for one table, it blocks the others. Use a migration for each.`,
    );
  if (blocked.size > 0 && written.size > 0)
    problems.push(
      `writes rows of ${[...written].join(", ")} while it blocks ${[...blocked].join(", ")}. Use a migration for each.`,
    );
  return problems;
}

function withoutTransaction({ sql }: Migration, statements: readonly MigrationStatement[]): string[] {
  const text = sql.slice(...(statements[0]?.at ?? [0, 0]));
  if (statements.length !== 1) return ["has several statements. A migration without a transaction must have one."];
  if (!/\bconcurrently\b/i.test(text)) return ["is not concurrent. Remove `-- no transaction`."];
  if (/^create/i.test(text) && !/\bif not exists\b/i.test(text))
    return ["cannot be run again after an interruption. Write `create index concurrently if not exists`."];
  return [];
}
