import type { Command } from "commander";
import { AddSecretResponseSchema, RetireSecretResponseSchema } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { CliError } from "../errors.ts";
import { moment, type Output, print, printFields, printJson, printNext } from "../output.ts";

interface Rotate extends Output {
  keep?: boolean;
}

interface Retire extends Output {
  now?: boolean;
}

/** `latchkey apps secrets rotate | retire`. */
export function addSecretCommands(apps: Command): void {
  const secrets = apps.command("secrets").description("rotate and retire an app's secrets; at most two work at a time");
  withJson(
    secrets
      .command("rotate <client_id>")
      .description("add a new secret, print it once, and retire the old one, which works for 7 more days"),
  )
    .option("--keep", "add it without retiring the old one")
    .action(rotate);
  withJson(
    secrets
      .command("retire <client_id> <secret_id>")
      .description("end a secret after 7 days; its id is in `latchkey apps show`"),
  )
    .option("--now", "end it at once, for a secret that has leaked")
    .action(retire);
}

async function rotate(clientId: string, options: Rotate): Promise<void> {
  await withCore(async (core) => {
    const { app } = await core.apps.getApp({ clientId }, callOptions);
    if (app!.confidential !== true) throw new CliError("This is a public app: it has no secret to rotate.");
    const standing = app!.secrets.filter((secret) => secret.endsAt === undefined);
    const made = await core.apps.addSecret({ clientId }, callOptions);
    const retiring = options.keep === true ? [] : standing;
    for (const { secretId } of retiring) await core.apps.retireSecret({ clientId, secretId }, callOptions);
    if (options.json === true) return printJson(AddSecretResponseSchema, made);
    printFields({ secret_id: made.secret!.secretId, client_secret: made.clientSecret });
    print();
    print("Keep the secret now: it is not shown again.");
    for (const { secretId, hint } of retiring) {
      print(`The old one, which ends with …${hint}, works for 7 more days.`);
      printNext("Has it leaked? Then end it now", `apps secrets retire ${clientId} ${secretId} --now`);
    }
  });
}

async function retire(clientId: string, secretId: string, options: Retire): Promise<void> {
  await withCore(async (core) => {
    const immediately = options.now === true;
    const answer = await core.apps.retireSecret({ clientId, secretId, immediately }, callOptions);
    if (options.json === true) return printJson(RetireSecretResponseSchema, answer);
    print(`${secretId} ${immediately ? "has ended" : `works until ${moment(answer.secret?.endsAt)}`}`);
  });
}
