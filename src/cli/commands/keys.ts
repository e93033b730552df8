import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { Command } from "commander";
import {
  CreateServiceKeyResponseSchema,
  ListServiceKeysResponseSchema,
  RevokeServiceKeyResponseSchema,
  type ServiceKey,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { collect, type Paging, paged, parseCount, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { moment, type Output, print, printFields, printJson, printMore, printTable } from "../output.ts";

interface Create extends Output {
  permission: string[];
  days?: number;
}

const PERMISSIONS = `Permissions, each with --permission:
  tokens:introspect                      ask whether a token is good: all that an API service needs
  tokens:introspect_test                 with the one above, see tokens of test merchants too: for a sandbox API
  tokens:forward  web:act                what a gateway needs
  tokens:issue                           issue codes, for a platform with a consent page of its own
  tokens:revoke                             end all tokens of an app, of a merchant, or everything
  apps:read  apps:write  apps:review     see, submit and judge apps
  installations:read  installations:write
  accounts:read  accounts:write          accounts, merchants and members
  keys:write                             make and revoke service keys
  audit:read`;

/** `latchkey keys …`. */
export function addKeyCommands(keys: Command): void {
  withJson(
    keys
      .command("create <name>")
      .description("make a service key and print it, once; it can have no permission that your own key lacks"),
  )
    .requiredOption("--permission <permission>", "what it may do; may be given several times", collect)
    .option("--days <n>", "end by itself after so many days", parseCount)
    .addHelpText("after", `\n${PERMISSIONS}`)
    .action(createKey);
  paged(keys.command("list").description("list service keys by name"))
    .option("--name <prefix>", "only those whose name starts with this", "")
    .option("--all", "revoked and expired ones too")
    .action(listKeys);
  withJson(
    keys.command("revoke <service_key_id>").description("end a service key at once; its id is in `keys list`"),
  ).action(revokeKey);
}

async function createKey(name: string, options: Create): Promise<void> {
  await withCore(async (core) => {
    const ends = options.days === undefined ? undefined : timestampFromMs(Date.now() + options.days * 86_400_000);
    const request = { name, permissions: options.permission, expiresAt: ends };
    const answer = await core.accounts.createServiceKey(request, callOptions);
    if (options.json === true) return printJson(CreateServiceKeyResponseSchema, answer);
    const { serviceKeyId, permissions, expiresAt } = answer.serviceKey!;
    const facts = { service_key_id: serviceKeyId, permissions: permissions.join(" "), ends: moment(expiresAt) };
    printFields({ ...facts, service_key: answer.secret });
    print();
    print("Keep the key now: it is not shown again.");
  });
}

async function listKeys(options: Paging & { name: string; all?: boolean }): Promise<void> {
  await withCore(async (core) => {
    const { name: namePrefix, pageSize, pageToken } = options;
    const request = { namePrefix, includeEnded: options.all === true, pageSize, pageToken };
    const answer = await core.accounts.listServiceKeys(request, callOptions);
    if (options.json === true) return printJson(ListServiceKeysResponseSchema, answer);
    printTable(answer.serviceKeys, {
      service_key_id: (key) => key.serviceKeyId,
      name: (key) => key.name,
      ends_with: (key) => `…${key.hint}`,
      permissions: (key) => key.permissions,
      last_used: (key) => moment(key.lastUsedAt) || "never",
      ends: endOf,
    });
    printMore(answer.nextPageToken);
  });
}

function endOf({ revokedAt, expiresAt }: ServiceKey): string {
  return revokedAt === undefined ? moment(expiresAt) : `revoked ${moment(revokedAt)}`;
}

async function revokeKey(serviceKeyId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const answer = await core.accounts.revokeServiceKey({ serviceKeyId }, callOptions);
    if (options.json === true) return printJson(RevokeServiceKeyResponseSchema, answer);
    print(`"${answer.serviceKey!.name}" is revoked; it is refused everywhere within seconds.`);
  });
}
