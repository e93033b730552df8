import type { Command } from "commander";
import type { LockWait } from "../../store/migrations/apply.ts";
import { describeBlockers } from "../../store/migrations/blockers.ts";
import { migrate, pendingMigrations } from "../../store/migrations/migrate.ts";
import { withJson } from "../command-options.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { type Output, print, printNext, printValue } from "../output.ts";

interface Migrate extends Output {
  check?: boolean;
}

/** `latchkey migrate`. */
export function addMigrateCommand(program: Command): void {
  withJson(program.command("migrate").description("apply the pending migrations to the database of DATABASE_URL"))
    .option("--check", "list the pending migrations without applying them; exit 1 if there are any")
    .action((options: Migrate) => (options.check === true ? check(options) : applyMigrations(options)));
}

async function applyMigrations({ json }: Migrate): Promise<void> {
  const url = databaseUrl(process.env);
  const applied = await onDatabase(() => migrate(url, { onWait: printWait }));
  if (json === true) return printValue({ applied });
  for (const name of applied) print(`applied ${name}`);
  print("The schema is up to date.");
  if (applied.length > 0) printNext("To create the first operator of a new database", "bootstrap --email <email>");
}

/** On standard error, so that it does not mix with `--json`. */
function printWait({ migration, blockers, retryInMs }: LockWait): void {
  const next = retryInMs === null ? "still waiting" : `next attempt in ${(retryInMs / 1_000).toFixed(1)} s`;
  process.stderr.write(`${migration} waits for ${describeBlockers(blockers)}; ${next}\n`);
}

async function check({ json }: Migrate): Promise<void> {
  const url = databaseUrl(process.env);
  const pending = await onDatabase(() => pendingMigrations(url));
  if (pending.length > 0) process.exitCode = 1;
  if (json === true) return printValue({ pending });
  for (const name of pending) print(`pending ${name}`);
  if (pending.length === 0) print("The schema is up to date.");
  else printNext("To apply them", "migrate");
}
