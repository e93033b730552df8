import type { Command } from "commander";
import { AddSecretResponseSchema, RetireSecretResponseSchema } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { CliError } from "../errors.ts";
import { formatTime, type Output, print, printFields, printJson, printNext } from "../output.ts";

interface Rotate extends Output {
  keep?: boolean;
}

interface Retire extends Output {
  now?: boolean;
}

/** `latchkey apps secrets rotate | retire`. */
export function addSecretCommands(apps: Command): void {
  const secrets = apps
    .command("secrets")
    .description("rotate and retire an app's secrets; at most two are valid at a time");
  withJson(
    secrets
      .command("rotate <client_id>")
      .description("add a new secret, print it, and retire the old one, which stays valid for 7 days"),
  )
    .option("--keep", "do not retire the old secret")
    .action(rotate);
  withJson(
    secrets
      .command("retire <client_id> <secret_id>")
      .description("retire a secret, which stays valid for 7 days; `apps show` lists the ids"),
  )
    .option("--now", "invalidate it at once, for a leaked secret")
    .action(retire);
}

async function rotate(clientId: string, options: Rotate): Promise<void> {
  await withCore(async (core) => {
    const { app } = await core.apps.getApp({ clientId }, callOptions);
    if (app!.confidential !== true) throw new CliError("A public app has no secret to rotate.");
    const current = app!.secrets.filter((secret) => secret.endsAt === undefined);
    const added = await core.apps.addSecret({ clientId }, callOptions);
    const retiring = options.keep === true ? [] : current;
    for (const { secretId } of retiring) await core.apps.retireSecret({ clientId, secretId }, callOptions);
    if (options.json === true) return printJson(AddSecretResponseSchema, added);
    printFields({ secret_id: added.secret!.secretId, client_secret: added.clientSecret });
    print();
    print("Store the secret now: it is not shown again.");
    for (const { secretId, hint } of retiring) {
      print(`The old secret, which ends with …${hint}, stays valid for 7 days.`);
      printNext("If it has leaked, invalidate it now", `apps secrets retire ${clientId} ${secretId} --now`);
    }
  });
}

async function retire(clientId: string, secretId: string, options: Retire): Promise<void> {
  await withCore(async (core) => {
    const immediately = options.now === true;
    const response = await core.apps.retireSecret({ clientId, secretId, immediately }, callOptions);
    if (options.json === true) return printJson(RetireSecretResponseSchema, response);
    print(
      `${secretId} ${immediately ? "is no longer valid" : `is valid until ${formatTime(response.secret?.endsAt)} UTC`}`,
    );
  });
}
