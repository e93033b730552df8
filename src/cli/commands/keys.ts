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
import { formatTime, type Output, print, printFields, printJson, printMore, printTable } from "../output.ts";

interface Create extends Output {
  permission: string[];
  days?: number;
}

const PERMISSIONS = `Permissions, each with --permission:
  tokens:introspect                      introspect tokens: the only permission an API service needs
  tokens:introspect_test                 also introspect tokens of test merchants: for a sandbox API
  tokens:forward  web:act                for a gateway
  tokens:issue                           issue codes, for a platform with its own consent page
  tokens:revoke                          revoke all tokens of an app, of a merchant, or every token
  apps:read  apps:write  apps:review     read, submit and review apps
  installations:read  installations:write  read, suspend and remove installations
  accounts:read  accounts:write          accounts, merchants and members
  keys:write                             create and revoke service keys
  audit:read                             read the audit log
  events:read                            list and watch the events of installations and apps`;

/** `latchkey keys …`. */
export function addKeyCommands(keys: Command): void {
  withJson(
    keys
      .command("create <name>")
      .description("create a service key and print it; its permissions must be among those of your own key"),
  )
    .requiredOption("--permission <permission>", "a permission of the key; repeatable", collect)
    .option("--days <n>", "days until the key expires; without it, the key does not expire", parseCount)
    .addHelpText("after", `\n${PERMISSIONS}`)
    .action(createKey);
  paged(keys.command("list").description("list service keys by name"))
    .option("--name <prefix>", "only keys whose name starts with this", "")
    .option("--search <text>", "only keys whose name contains this", "")
    .option("--all", "include revoked and expired keys")
    .action(listKeys);
  withJson(
    keys.command("revoke <service_key_id>").description("revoke a service key; `keys list` shows the ids"),
  ).action(revokeKey);
}

async function createKey(name: string, options: Create): Promise<void> {
  await withCore(async (core) => {
    const expiresAt = options.days === undefined ? undefined : timestampFromMs(Date.now() + options.days * 86_400_000);
    const request = { name, permissions: options.permission, expiresAt };
    const response = await core.accounts.createServiceKey(request, callOptions);
    if (options.json === true) return printJson(CreateServiceKeyResponseSchema, response);
    const { serviceKeyId, permissions, expiresAt: expires } = response.serviceKey!;
    const facts = { service_key_id: serviceKeyId, permissions: permissions.join(" "), expires: formatTime(expires) };
    printFields({ ...facts, service_key: response.secret });
    print();
    print("Store the key now: it is not shown again.");
  });
}

async function listKeys(options: Paging & { name: string; search: string; all?: boolean }): Promise<void> {
  await withCore(async (core) => {
    const { name: namePrefix, search, pageSize, pageToken } = options;
    const request = { namePrefix, search, includeEnded: options.all === true, pageSize, pageToken };
    const response = await core.accounts.listServiceKeys(request, callOptions);
    if (options.json === true) return printJson(ListServiceKeysResponseSchema, response);
    printTable(response.serviceKeys, {
      service_key_id: (key) => key.serviceKeyId,
      name: (key) => key.name,
      ends_with: (key) => `…${key.hint}`,
      permissions: (key) => key.permissions,
      last_used: (key) => formatTime(key.lastUsedAt) || "never",
      expires: endOf,
    });
    printMore(response.nextPageToken);
  });
}

function endOf({ revokedAt, expiresAt }: ServiceKey): string {
  return revokedAt === undefined ? formatTime(expiresAt) : `revoked ${formatTime(revokedAt)}`;
}

async function revokeKey(serviceKeyId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const response = await core.accounts.revokeServiceKey({ serviceKeyId }, callOptions);
    if (options.json === true) return printJson(RevokeServiceKeyResponseSchema, response);
    print(`"${response.serviceKey!.name}" is revoked. All services reject it within seconds.`);
  });
}
