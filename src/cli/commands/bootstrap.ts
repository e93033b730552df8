import type { Command } from "commander";
import { DAY, LIFETIMES } from "../../oauth/lifetimes.ts";
import type { BootstrapRequest } from "../../service/accounts/bootstrap.ts";
import { RequestError } from "../../service/errors.ts";
import { parseCount, withJson } from "../command-options.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { CliError } from "../errors.ts";
import { commandLine } from "../help-text.ts";
import { type Output, print, printFields, printValue } from "../output.ts";
import { requireMigrated } from "../require-migrated.ts";

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
      .description("create the first operator and service key in the database of DATABASE_URL, and print them"),
  )
    .requiredOption("--email <email>", "the operator's e-mail address for sign-in")
    .option("--name <name>", "the operator's name", "Operator")
    .option("--days <n>", "days until the service key expires", parseCount, LIFETIMES.bootstrapKey / DAY)
    .option("--gateway-key", "also create a key for gateways (ROLE=gateway)")
    .action(runBootstrap);
}

async function runBootstrap({ email, name, days, gatewayKey = false, json }: Bootstrap): Promise<void> {
  const url = databaseUrl(process.env);
  await requireMigrated(url);
  const created = await onDatabase(() => createFirst(url, { email, name, keyDays: days, gatewayKey }));

  const shown = {
    account_id: created.accountId,
    email: created.email,
    password: created.password,
    service_key: created.serviceKey,
    service_key_expires: new Date(created.serviceKeyExpiresAt / 1000).toISOString(),
    ...(created.gatewayKey !== null && { gateway_key: created.gatewayKey }),
  };
  if (json === true) return printValue(shown);
  printFields(shown);
  print();
  const secrets = created.gatewayKey === null ? "password and service_key" : "password, service_key and gateway_key";
  print(`Store ${secrets} now: they are not shown again.`);
  if (created.gatewayKey !== null) {
    print("gateway_key is the SERVICE_KEY of gateways (ROLE=gateway). It does not expire: revoke it if it leaks.");
  }
  print(
    "service_key has every permission except web:act. Create a key with fewer permissions for each service, then revoke service_key:",
  );
  print(commandLine('keys create "orders API" --permission tokens:introspect'));
}

type First = Pick<BootstrapRequest, "email" | "name" | "keyDays" | "gatewayKey">;

async function createFirst(url: string, first: First) {
  const [{ createOrm }, { createManagement }, { bootstrap }] = await Promise.all([
    import("../../store/connection/orm.ts"),
    import("../../store/connection/management.ts"),
    import("../../service/accounts/bootstrap.ts"),
  ]);
  const orm = await createOrm({ url, poolSize: 2 });
  try {
    const deps = { management: createManagement(orm), tokenPrefix: process.env.TOKEN_PREFIX || undefined };
    return await bootstrap(deps, { ...first, password: null, keyName: "bootstrap" });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const lines = error.violations.map(({ field, description }) => `\n  ${field}: ${description}`);
    throw new CliError(lines.length > 0 ? `Invalid fields:${lines.join("")}` : error.message);
  } finally {
    await orm.close();
  }
}
