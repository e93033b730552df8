import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { Command } from "commander";
import {
  CreateServiceKeyResponseSchema,
  ListServiceKeysResponseSchema,
} from "../../gen/latchkey/v1/account_service_pb.ts";
import { collect, type Paging, paged, parseCount, withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import { moment, type Output, printFields, printJson, printMore, printTable } from "./output.ts";

interface Create extends Output {
  right: string[];
  days?: number;
}

/** `latchkey keys …`. */
export function addKeyCommands(keys: Command): void {
  keys
    .command("create <name>")
    .description(
      "make a service key with the rights given and print it, once; it can have none that your own key lacks",
    )
    .requiredOption("--right <right>", "such as tokens:introspect; may be given several times", collect, [])
    .option("--days <n>", "end by itself after so many days", parseCount)
    .option("--json", "print the answer as JSON")
    .action(createKey);
  paged(keys.command("list").description("list service keys"))
    .option("--all", "revoked and expired ones too")
    .option("--json", "print the answer as JSON")
    .action(listKeys);
  keys
    .command("revoke <service_key_id>")
    .description("end a service key at once")
    .action((serviceKeyId: string) =>
      withCore(async (core) => {
        const { serviceKey } = await core.accounts.revokeServiceKey({ serviceKeyId }, callOptions);
        console.log(`${serviceKey!.name} is revoked`);
      }),
    );
}

async function createKey(name: string, options: Create): Promise<void> {
  await withCore(async (core) => {
    const ends = options.days === undefined ? undefined : timestampFromMs(Date.now() + options.days * 86_400_000);
    const request = { name, rights: options.right, expiresAt: ends };
    const answer = await core.accounts.createServiceKey(request, callOptions);
    if (options.json === true) return printJson(CreateServiceKeyResponseSchema, answer);
    printFields({
      service_key_id: answer.serviceKey!.serviceKeyId,
      rights: answer.serviceKey!.rights.join(" "),
      ends: moment(answer.serviceKey!.expiresAt),
      key: answer.secret,
    });
    console.log("\nKeep the key now: it is not shown again.");
  });
}

async function listKeys(options: Paging & { all?: boolean }): Promise<void> {
  await withCore(async (core) => {
    const { pageSize, pageToken } = options;
    const request = { includeEnded: options.all === true, pageSize, pageToken };
    const answer = await core.accounts.listServiceKeys(request, callOptions);
    if (options.json === true) return printJson(ListServiceKeysResponseSchema, answer);
    printTable(answer.serviceKeys, {
      service_key_id: (key) => key.serviceKeyId,
      name: (key) => key.name,
      rights: (key) => key.rights.join(" "),
      ends_with: (key) => `…${key.hint}`,
      last_used: (key) => moment(key.lastUsedAt) || "never",
      ended: (key) => moment(key.revokedAt) || moment(key.expiresAt),
    });
    printMore(answer.nextPageToken);
  });
}
