import type { Command } from "commander";
import { BOOTSTRAP_KEY_DAYS, type BootstrapRequest, bootstrap } from "../../service/accounts/bootstrap.ts";
import { RequestError } from "../../service/errors.ts";
import { createManagement } from "../../store/connection/management.ts";
import { createOrm } from "../../store/connection/orm.ts";
import { pendingMigrations } from "../../store/migrations/migrate.ts";
import { parseCount, withJson } from "../command-options.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { CliError } from "../errors.ts";
import { type Output, print, printFields, printValue } from "../output.ts";
import { typed } from "../program-name.ts";

interface Bootstrap extends Output {
  email: string;
  name: string;
  days: number;
  gatewayKey?: boolean;
}

/** `latchkey bootstrap`. */
export function addBootstrapCommand(program: Command): void {
  withJson(
    program
      .command("bootstrap")
      .description("make the first operator and the first service key in DATABASE_URL, and print both once"),
  )
    .requiredOption("--email <email>", "what the operator signs in with")
    .option("--name <name>", "the operator's name", "Operator")
    .option("--days <n>", "the service key expires after so many days", parseCount, BOOTSTRAP_KEY_DAYS)
    .option("--gateway-key", "also make the key of a gateway (ROLE=gateway)")
    .action(runBootstrap);
}

async function runBootstrap({ email, name, days, gatewayKey = false, json }: Bootstrap): Promise<void> {
  const url = databaseUrl(process.env);
  const pending = await onDatabase(() => pendingMigrations(url));
  if (pending.length > 0) {
    throw new CliError(`The schema is behind this version. First: ${typed("migrate")}`);
  }
  const made = await onDatabase(() => makeFirst(url, { email, name, keyDays: days, gatewayKey }));

  const shown = {
    account_id: made.accountId,
    email: made.email,
    password: made.password,
    service_key: made.serviceKey,
    service_key_expires: new Date(made.serviceKeyExpiresAt / 1000).toISOString(),
    ...(made.gatewayKey !== null && { gateway_key: made.gatewayKey }),
  };
  if (json === true) return printValue(shown);
  printFields(shown);
  print();
  const secrets = made.gatewayKey === null ? "password and service_key" : "password, service_key and gateway_key";
  print(`Keep ${secrets} now: they are not shown again.`);
  if (made.gatewayKey !== null) {
    print("gateway_key is the SERVICE_KEY of gateways (ROLE=gateway). It does not expire: revoke it if it leaks.");
  }
  print("service_key has every permission but web:act. Make a key with fewer for each service, and revoke this one:");
  print(typed('keys create "orders API" --permission tokens:introspect'));
}

type First = Pick<BootstrapRequest, "email" | "name" | "keyDays" | "gatewayKey">;

async function makeFirst(url: string, first: First) {
  const orm = await createOrm({ url, poolSize: 2 });
  try {
    const deps = { management: createManagement(orm), tokenPrefix: process.env.TOKEN_PREFIX || undefined };
    return await bootstrap(deps, { ...first, password: null, keyName: "bootstrap" });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const faults = error.violations.map(({ field, description }) => `\n  ${field}: ${description}`);
    throw new CliError(faults.length > 0 ? `This has to change:${faults.join("")}` : error.message);
  } finally {
    await orm.close();
  }
}
