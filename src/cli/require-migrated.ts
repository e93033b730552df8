import { onDatabase } from "./database.ts";
import { CliError } from "./errors.ts";
import { commandLine } from "./help-text.ts";

/** @throws CliError if migrations are pending */
export async function requireMigrated(url: string): Promise<void> {
  const { pendingMigrations } = await import("../store/migrations/migrate.ts");
  const pending = await onDatabase(() => pendingMigrations(url));
  if (pending.length > 0) throw new CliError(`The schema has pending migrations. First run: ${commandLine("migrate")}`);
}
