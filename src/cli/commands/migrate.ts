import type { Command } from "commander";
import { migrate, pendingMigrations } from "../../store/migrations/migrate.ts";
import { withJson } from "../command-options.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { type Output, print, printNext, printValue } from "../output.ts";

interface Migrate extends Output {
  check?: boolean;
}

/** `latchkey migrate`. */
export function addMigrateCommand(program: Command): void {
  withJson(program.command("migrate").description("bring the schema of DATABASE_URL to this version"))
    .option("--check", "only tell what is pending; exit 1 if anything is")
    .action((options: Migrate) => (options.check === true ? check(options) : bringUp(options)));
}

async function bringUp({ json }: Migrate): Promise<void> {
  const url = databaseUrl(process.env);
  const applied = await onDatabase(() => migrate(url));
  if (json === true) return printValue({ applied });
  for (const name of applied) print(`applied ${name}`);
  print("The schema is up to date.");
  if (applied.length > 0) printNext("In a new database, the first operator", "bootstrap --email <email>");
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
