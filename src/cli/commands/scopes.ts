import { type Command, Option } from "commander";
import { ListScopesResponseSchema, UpsertScopeResponseSchema } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { oneOf, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { type Output, printFields, printJson, printTable, word } from "../output.ts";

interface Put extends Output {
  title: string;
  description: string;
  sensitivity: ScopeSensitivity;
  retired?: boolean;
}

/** `latchkey scopes list | upsert`. */
export function addScopeCommands(scopes: Command): void {
  withJson(scopes.command("list").description("list the scope catalogue"))
    .option("--all", "retired ones too")
    .action(listScopes);
  withJson(
    scopes
      .command("upsert <name>")
      .description("add a scope, or replace all that the catalogue says about it; apps that have it keep it"),
  )
    .requiredOption("--title <text>", "what it allows, in a merchant's words")
    .option("--description <text>", "the longer text", "")
    .addOption(
      new Option(
        "--sensitivity <level>",
        "normal, sensitive (stands out on the consent page), or restricted (only where a reviewer allows it)",
      )
        .argParser(oneOf(ScopeSensitivity))
        .default(ScopeSensitivity.NORMAL, "normal"),
    )
    .option("--retired", "no app may register it any more")
    .action(upsertScope);
}

async function listScopes(options: Output & { all?: boolean }): Promise<void> {
  await withCore(async (core) => {
    const answer = await core.apps.listScopes({ includeRetired: options.all === true }, callOptions);
    if (options.json === true) return printJson(ListScopesResponseSchema, answer);
    printTable(answer.scopes, {
      scope: (scope) => scope.name,
      title: (scope) => scope.title,
      sensitivity: (scope) => word(ScopeSensitivity, scope.sensitivity),
      retired: (scope) => (scope.retired ? "yes" : ""),
    });
  });
}

async function upsertScope(name: string, options: Put): Promise<void> {
  await withCore(async (core) => {
    const { title, description, sensitivity, retired = false } = options;
    const answer = await core.apps.upsertScope(
      { scope: { name, title, description, sensitivity, retired } },
      callOptions,
    );
    if (options.json === true) return printJson(UpsertScopeResponseSchema, answer);
    const scope = answer.scope!;
    printFields({
      scope: scope.name,
      title: scope.title,
      description: scope.description,
      sensitivity: word(ScopeSensitivity, scope.sensitivity),
      retired: scope.retired ? "yes" : "",
    });
  });
}
