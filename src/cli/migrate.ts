import type { Command } from "commander";
import { migrate, pendingMigrations } from "../store/migrate.ts";
import { CliFault } from "./fault.ts";

/** The two commands that speak to the database need its address. */
export function databaseUrl(env: NodeJS.ProcessEnv): string {
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  if (url === undefined) {
    throw new CliFault("Set DATABASE_URL to the database, such as postgres://latchkey@db.internal/latchkey.");
  }
  return url;
}

/** `latchkey migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("bring the schema of DATABASE_URL to this version")
    .option("--check", "only tell what is pending; exit 1 if anything is")
    .action(async ({ check }: { check?: boolean }) => {
      if (check === true) return tellPending(await pendingMigrations(databaseUrl(process.env)));
      const done = await migrate(databaseUrl(process.env));
      for (const name of done) console.log(`applied ${name}`);
      if (done.length === 0) console.log("nothing to do: the schema is up to date");
    });
}

function tellPending(pending: string[]): void {
  for (const name of pending) console.log(`pending ${name}`);
  if (pending.length > 0) process.exitCode = 1;
  else console.log("the schema is up to date");
}
