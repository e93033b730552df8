import type { Command } from "commander";
import type { LockWait } from "../../store/migrations/apply.ts";
import { describeBlockers } from "../../store/migrations/blockers.ts";
import { withJson } from "../command-options.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { type Output, print, printNext, printValue } from "../output.ts";
import { printPlan } from "./migration-plan.ts";

interface Migrate extends Output {
  check?: boolean;
  plan?: boolean;
}

/** `latchkey migrate`. */
export function addMigrateCommand(program: Command): void {
  withJson(program.command("migrate").description("apply the pending migrations to the database of DATABASE_URL"))
    .option("--check", "list the pending migrations without applying them; exit 1 if there are any")
    .option("--plan", "print the pending migrations with each statement and its locks, without applying them")
    .action((options: Migrate) => {
      if (options.plan === true) return plan(options);
      return options.check === true ? check(options) : applyMigrations(options);
    });
}

async function plan({ json }: Migrate): Promise<void> {
  const { planMigrations } = await import("../../store/migrations/plan.ts");
  const { LOCK_TIMEOUT_MS, RETRY_FOR_MS } = await import("../../store/migrations/migrate.ts");
  const url = databaseUrl(process.env);
  const pending = await onDatabase(() => planMigrations(url));
  if (json === true) return printValue({ pending: JSON.parse(JSON.stringify(pending)) });
  printPlan(pending);
  if (pending.length === 0) return print("The schema is up to date.");
  print();
  print(
    `An attempt waits for a lock for ${LOCK_TIMEOUT_MS} ms at most, and is repeated for up to ${RETRY_FOR_MS / 60_000} minutes.`,
  );
  printNext("To apply them", "migrate");
}

async function applyMigrations({ json }: Migrate): Promise<void> {
  const { migrate } = await import("../../store/migrations/migrate.ts");
  const url = databaseUrl(process.env);
  const applied = await onDatabase(() => migrate(url, { onWait: printWait }));
  if (json === true) return printValue({ applied });
  for (const name of applied) print(`applied ${name}`);
  print("The schema is up to date.");
  if (applied.length > 0) printNext("To create the first operator of a new database", "bootstrap --email <email>");
}

/** Prints on standard error, so that the text does not mix with the output of `--json`. */
function printWait({ migration, blockers, retryInMs }: LockWait): void {
  const next = retryInMs === null ? "still waiting" : `next attempt in ${(retryInMs / 1_000).toFixed(1)} s`;
  process.stderr.write(`${migration} waits for ${describeBlockers(blockers)}; ${next}\n`);
}

async function check({ json }: Migrate): Promise<void> {
  const { pendingMigrations } = await import("../../store/migrations/migrate.ts");
  const url = databaseUrl(process.env);
  const pending = await onDatabase(() => pendingMigrations(url));
  if (pending.length > 0) process.exitCode = 1;
  if (json === true) return printValue({ pending });
  for (const name of pending) print(`pending ${name}`);
  if (pending.length === 0) print("The schema is up to date.");
  else printNext("To apply them", "migrate");
}
