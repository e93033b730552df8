import type { Command } from "commander";
import { bootstrap } from "../service/accounts/bootstrap.ts";
import { Refusal } from "../service/errors.ts";
import { createManagement } from "../store/management.ts";
import { pendingMigrations } from "../store/migrate.ts";
import { createOrm } from "../store/orm.ts";
import { CliFault } from "./fault.ts";
import { databaseUrl } from "./migrate.ts";
import { type Output, printFields } from "./output.ts";

interface Bootstrap extends Output {
  email: string;
  name: string;
}

/** `latchkey bootstrap`. */
export function addBootstrapCommand(program: Command): void {
  program
    .command("bootstrap")
    .description("make the first operator and the first service key in DATABASE_URL, and print both once")
    .requiredOption("--email <email>", "what the operator signs in with")
    .option("--name <name>", "the operator's name", "Operator")
    .option("--json", "print the answer as JSON")
    .action(runBootstrap);
}

async function runBootstrap({ email, name, json }: Bootstrap): Promise<void> {
  const url = databaseUrl(process.env);
  const pending = await pendingMigrations(url);
  if (pending.length > 0) throw new CliFault("The schema is behind this version. Run `latchkey migrate` first.");
  const orm = await createOrm({ url, poolSize: 2 });
  try {
    const deps = { management: createManagement(orm), tokenPrefix: process.env.TOKEN_PREFIX };
    const made = await bootstrap(deps, { email, name, password: null, keyName: "bootstrap" });
    const shown = {
      account_id: made.accountId,
      email: made.email,
      password: made.password,
      service_key: made.serviceKey,
    };
    if (json === true) return console.log(JSON.stringify(shown, null, 2));
    printFields(shown);
    console.log(
      "\nKeep both now: they are not shown again. The service key has every right; make lesser ones with it.",
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const faults = error.violations.map(({ field, description }) => `\n  ${field}: ${description}`);
    throw new CliFault(error.message + faults.join(""));
  } finally {
    await orm.close();
  }
}
