import { type Command, Help, InvalidArgumentError, type Option } from "commander";
import { type Core, callOptions, openCore } from "./core-client.ts";
import type { Output } from "./output.ts";

/** Connects to the core, runs `work` and closes the connection. */
export async function withCore(work: (core: Core) => Promise<void>): Promise<void> {
  const core = openCore(process.env);
  try {
    await work(core);
  } catch (error) {
    throw core.toError(error);
  } finally {
    core.close();
  }
}

/** Resolves an account id or e-mail to the account id. */
export async function accountIdOf(core: Core, account: string): Promise<string> {
  if (!account.includes("@")) return account;
  return (await getAccount(core, account)).account!.accountId;
}

/** Reads an account by its id or e-mail. */
export function getAccount(core: Core, idOrEmail: string) {
  const by = idOrEmail.includes("@") ? { email: idOrEmail } : { accountId: idOrEmail };
  return core.accounts.getAccount(by, callOptions);
}

/** Adds --json, an option of every command. */
export function withJson(command: Command): Command {
  return command.option("--json", "print the response as JSON");
}

const HELP = new Help();

/** The help text of an option. Says if the option is required, and omits the defaults "" and 0, which mean no value. */
export function describeOption(option: Option): string {
  const text = option.defaultValue ? HELP.optionDescription(option) : option.description;
  return option.mandatory ? `${text} (required)` : text;
}

/** The options of `withReason`. */
export interface Reasoned extends Output {
  reasonCode: string;
  reason: string;
}

/** Adds --reason-code and --reason. @param reader who reads the text, for the help */
export function withReason(command: Command, reader: string, text: "required" | "optional"): Command {
  command.requiredOption("--reason-code <CODE>", "a short code for programs, such as FRAUD or REDIRECT_URI");
  if (text === "required") command.requiredOption("--reason <text>", `an explanation, shown to ${reader}`);
  else command.option("--reason <text>", `an explanation, shown to ${reader}`, "");
  return withJson(command);
}

/** The options of `paged`. */
export interface Paging extends Output {
  pageSize: number;
  pageToken: string;
}

/** Adds the options of every list: page size and page token. */
export function paged(command: Command): Command {
  return withJson(command)
    .option("--page-size <n>", "rows per page, 1 to 200", parseCount, 50)
    .option("--page-token <token>", "the page token of the previous page", "");
}

/** The options of `sorted`. */
export interface Sorted<E> extends Paging {
  search: string;
  sort?: E;
  descending?: boolean;
}

/** Adds the options of lists that can be searched and sorted. @param found what `--search` finds, for the help */
export function sorted<E extends Record<string, number>>(command: Command, sorts: E, found: string): Command {
  const orders = optionNames(sorts).map(([option]) => option);
  return paged(command)
    .option("--search <text>", found, "")
    .option("--sort <order>", `the order: ${orders.join(", ")}`, oneOf(sorts))
    .option("--descending", "reverse the order of --sort");
}

/** Parses a positive integer. */
export function parseCount(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError("Must be a whole number, 1 or greater.");
  return Number(text);
}

/** Parses an ISO 8601 time. The text must contain a time zone, because all output is UTC and the machine's zone may differ. */
export function parseTime(text: string): Date {
  const at = new Date(text);
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text);
  if (isWhole && !Number.isNaN(at.getTime())) return at;
  throw new InvalidArgumentError("Must be a time with a zone, such as 2026-11-20T14:00:00Z.");
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** Returns a parser for the names of an enum in lower case with dashes. It rejects the name of the zero value. */
export function oneOf<E extends Record<string, number>>(values: E): (text: string) => E[keyof E] {
  const names = optionNames(values);
  return (text) => {
    const name = names.find(([known]) => known === toOptionName(text));
    if (name !== undefined) return values[name[1]]!;
    throw new InvalidArgumentError(`Must be one of: ${names.map(([known]) => known).join(", ")}.`);
  };
}

const toOptionName = (name: string) => name.toLowerCase().replaceAll("_", "-");

/** The names of an enum's values in the form of options, each with its name in the enum. Omits the zero value. */
function optionNames<E extends Record<string, number>>(values: E): [option: string, name: keyof E][] {
  return Object.keys(values)
    .filter((name) => values[name] !== 0)
    .map((name) => [toOptionName(name), name]);
}
