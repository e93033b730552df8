import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  ListScopesResponseSchema,
  type Scope,
  type ScopeTextSchema,
  UpsertScopeResponseSchema,
} from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { oneOf, withCore, withJson } from "../command-options.ts";
import { type Core, callOptions } from "../core-client.ts";
import { UsageError } from "../errors.ts";
import { enumName, type Output, printFields, printJson, printTable } from "../output.ts";

type TextIn = [language: string, text: string];

interface Upsert extends Output {
  title: string;
  description: string;
  sensitivity: ScopeSensitivity;
  retired?: boolean;
  titleIn?: TextIn[];
  descriptionIn?: TextIn[];
  texts: boolean;
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
    .option(
      "--title-in <language=text>",
      "the title in another language, such as de=Bestellungen; repeatable; replaces all texts in other languages",
      collectText,
    )
    .option("--description-in <language=text>", "the explanation in a language of --title-in; repeatable", collectText)
    .option("--no-texts", "remove the texts in other languages; without this option and --title-in, they stay")
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

function collectText(value: string, before: TextIn[] = []): TextIn[] {
  const [, language, text] = /^([^=]+)=(.+)$/s.exec(value) ?? [];
  if (language === undefined || text === undefined)
    throw new InvalidArgumentError("Must be a language and a text, such as de=Bestellungen.");
  return [...before, [language, text]];
}

async function listScopes(options: Output & { all?: boolean }): Promise<void> {
  await withCore(async (core) => {
    const response = await core.apps.listScopes({ includeRetired: options.all === true }, callOptions);
    if (options.json === true) return printJson(ListScopesResponseSchema, response);
    printTable(response.scopes, {
      scope: (scope) => scope.name,
      title: (scope) => scope.title,
      also_in: (scope) => scope.texts.map(({ language }) => language),
      sensitivity: (scope) => enumName(ScopeSensitivity, scope.sensitivity),
      retired: (scope) => (scope.retired ? "yes" : ""),
    });
  });
}

async function upsertScope(name: string, options: Upsert): Promise<void> {
  requireTitles(options);
  await withCore(async (core) => {
    const { title, description, sensitivity, retired = false } = options;
    const texts = await textsOf(core, name, options);
    const scope = { name, title, description, sensitivity, retired, texts };
    const response = await core.apps.upsertScope({ scope }, callOptions);
    if (options.json === true) return printJson(UpsertScopeResponseSchema, response);
    printFields(factsOf(response.scope!));
  });
}

function requireTitles({ titleIn = [], descriptionIn = [] }: Upsert): void {
  const titled = new Set(titleIn.map(([language]) => language));
  const [untitled] = descriptionIn.filter(([language]) => !titled.has(language));
  if (untitled !== undefined)
    throw new UsageError(`--description-in ${untitled[0]}=… needs a title: add --title-in ${untitled[0]}=….`);
}

/**
 * The texts of `--title-in` and `--description-in`. Without these options, the scope's current texts, because the RPC replaces all texts.
 */
async function textsOf(
  core: Core,
  name: string,
  { titleIn = [], descriptionIn, texts }: Upsert,
): Promise<MessageInitShape<typeof ScopeTextSchema>[]> {
  const descriptions = new Map(descriptionIn);
  if (titleIn.length > 0 || !texts)
    return titleIn.map(([language, title]) => ({ language, title, description: descriptions.get(language) ?? "" }));
  const { scopes } = await core.apps.listScopes({ includeRetired: true }, callOptions);
  return scopes.find((scope) => scope.name === name)?.texts ?? [];
}

function factsOf(scope: Scope): Record<string, string> {
  const texts = scope.texts.flatMap(({ language, title, description }) => [
    [`title_${language}`, title],
    [`description_${language}`, description],
  ]);
  return {
    scope: scope.name,
    title: scope.title,
    description: scope.description,
    ...Object.fromEntries(texts),
    sensitivity: enumName(ScopeSensitivity, scope.sensitivity),
    retired: scope.retired ? "yes" : "",
  };
}
