import { type Command, Option } from "commander";
import { ListScopesResponseSchema, UpsertScopeResponseSchema } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { oneOf, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { enumName, type Output, printFields, printJson, printTable } from "../output.ts";

interface Upsert extends Output {
  title: string;
  description: string;
  sensitivity: ScopeSensitivity;
  retired?: boolean;
}

/** `latchkey scopes list | upsert`. */
export function addScopeCommands(scopes: Command): void {
  withJson(scopes.command("list").description("list the scope catalogue"))
    .option("--all", "include retired scopes")
    .action(listScopes);
  withJson(
    scopes.command("upsert <name>").description("add a scope, or replace its entry; apps that have the scope keep it"),
  )
    .requiredOption("--title <text>", "what the scope allows, as shown to merchants")
    .option("--description <text>", "a longer explanation", "")
    .addOption(
      new Option(
        "--sensitivity <level>",
        "normal, sensitive (highlighted on the consent page), or restricted (needs approval by a reviewer)",
      )
        .argParser(oneOf(ScopeSensitivity))
        .default(ScopeSensitivity.NORMAL, "normal"),
    )
    .option("--retired", "apps can no longer request the scope")
    .action(upsertScope);
}

async function listScopes(options: Output & { all?: boolean }): Promise<void> {
  await withCore(async (core) => {
    const response = await core.apps.listScopes({ includeRetired: options.all === true }, callOptions);
    if (options.json === true) return printJson(ListScopesResponseSchema, response);
    printTable(response.scopes, {
      scope: (scope) => scope.name,
      title: (scope) => scope.title,
      sensitivity: (scope) => enumName(ScopeSensitivity, scope.sensitivity),
      retired: (scope) => (scope.retired ? "yes" : ""),
    });
  });
}

async function upsertScope(name: string, options: Upsert): Promise<void> {
  await withCore(async (core) => {
    const { title, description, sensitivity, retired = false } = options;
    const response = await core.apps.upsertScope(
      { scope: { name, title, description, sensitivity, retired } },
      callOptions,
    );
    if (options.json === true) return printJson(UpsertScopeResponseSchema, response);
    const scope = response.scope!;
    printFields({
      scope: scope.name,
      title: scope.title,
      description: scope.description,
      sensitivity: enumName(ScopeSensitivity, scope.sensitivity),
      retired: scope.retired ? "yes" : "",
    });
  });
}
