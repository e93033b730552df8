import { type Command, InvalidArgumentError } from "commander";
import { type Core, callOptions, openCore } from "./core-client.ts";
import type { Output } from "./output.ts";

/** Runs one command against the core and ends the connection. */
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

/** The id of an account that was named by its id or by its e-mail. */
export async function accountIdOf(core: Core, which: string): Promise<string> {
  if (!which.includes("@")) return which;
  const { account } = await core.accounts.getAccount({ email: which }, callOptions);
  return account!.accountId;
}

/** Adds the option that every command has. */
export function withJson(command: Command): Command {
  return command.option("--json", "print the answer as JSON");
}

/** Why something is done to somebody. */
export interface Reasoned extends Output {
  reasonCode: string;
  reason: string;
}

/** Adds the options of commands that need a reason; its words may be left out where `text` is optional. */
export function withReason(command: Command, reader: string, text: "required" | "optional"): Command {
  command.requiredOption("--reason-code <CODE>", "why, as a short code for programs, such as FRAUD or REDIRECT_URI");
  if (text === "required") command.requiredOption("--reason <text>", `why, in words; ${reader} reads it`);
  else command.option("--reason <text>", `why, in words; ${reader} reads it`, "");
  return withJson(command);
}

/** Options of commands that list. */
export interface Paging extends Output {
  pageSize: number;
  pageToken: string;
}

/** Adds the options of every list. */
export function paged(command: Command): Command {
  return withJson(command)
    .option("--page-size <n>", "how many rows, 1 to 200", parseCount, 50)
    .option("--page-token <token>", "the next page, as the last answer told", "");
}

/** A whole number from 1 on. */
export function parseCount(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return Number(text);
}

/** A moment with its zone: without one it would be this machine's, which nobody means who reads UTC everywhere else. */
export function parseMoment(text: string): Date {
  const at = new Date(text);
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text);
  if (isWhole && !Number.isNaN(at.getTime())) return at;
  throw new InvalidArgumentError("It must be a time with its zone, such as 2026-11-20T14:00:00Z.");
}

/** An option that may be given several times. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** A parser of an enum's names, in lower case with dashes; the zero value is not among them. */
export function oneOf<E extends Record<string, number>>(values: E): (text: string) => E[keyof E] {
  const spoken = (name: string) => name.toLowerCase().replaceAll("_", "-");
  const names = Object.keys(values).filter((name) => values[name] !== 0);
  return (text) => {
    const name = names.find((known) => spoken(known) === spoken(text));
    if (name !== undefined) return values[name as keyof E];
    throw new InvalidArgumentError(`It must be one of: ${names.map(spoken).join(", ")}.`);
  };
}
