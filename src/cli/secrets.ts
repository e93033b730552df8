import type { Command } from "commander";
import { AddSecretResponseSchema, RetireSecretResponseSchema } from "../../gen/latchkey/v1/app_service_pb.ts";
import { withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import { CliFault } from "./fault.ts";
import { moment, type Output, printFields, printJson } from "./output.ts";

interface Retire extends Output {
  now?: boolean;
}

/** `latchkey apps secrets rotate | retire`. */
export function addSecretCommands(apps: Command): void {
  const secrets = apps.command("secrets").description("rotate and retire an app's secrets; at most two work at a time");
  secrets
    .command("rotate <client_id>")
    .description("add a new secret, print it once, and retire the old one, which works for 7 more days")
    .option("--keep", "add it without retiring the old one")
    .option("--json", "print the answer as JSON")
    .action(rotate);
  secrets
    .command("retire <client_id> <secret_id>")
    .description("end a secret after 7 days; its id is in `latchkey apps show`")
    .option("--now", "end it at once, for a secret that has leaked")
    .option("--json", "print the answer as JSON")
    .action(retire);
}

async function rotate(clientId: string, options: Output & { keep?: boolean }): Promise<void> {
  await withCore(async (core) => {
    const { app } = await core.apps.getApp({ clientId }, callOptions);
    if (app!.confidential !== true) throw new CliFault("This is a public app: it has no secret to rotate.");
    const standing = app!.secrets.filter((secret) => secret.endsAt === undefined);
    const made = await core.apps.addSecret({ clientId }, callOptions);
    for (const { secretId } of options.keep === true ? [] : standing) {
      await core.apps.retireSecret({ clientId, secretId }, callOptions);
    }
    if (options.json === true) return printJson(AddSecretResponseSchema, made);
    printFields({ secret_id: made.secret!.secretId, client_secret: made.clientSecret });
    console.log("\nKeep the secret now: it is not shown again.");
    if (standing.length > 0 && options.keep !== true) console.log("The old one works for 7 more days.");
  });
}

async function retire(clientId: string, secretId: string, options: Retire): Promise<void> {
  await withCore(async (core) => {
    const immediately = options.now === true;
    const answer = await core.apps.retireSecret({ clientId, secretId, immediately }, callOptions);
    if (options.json === true) return printJson(RetireSecretResponseSchema, answer);
    console.log(`${secretId} ${immediately ? "has ended" : `works until ${moment(answer.secret?.endsAt)}`}`);
  });
}
