import { type Command, InvalidArgumentError } from "commander";
import { type Core, openCore } from "./core.ts";
import type { Output } from "./output.ts";

/** Runs one command against the core and ends the connection. */
export async function withCore(run: (core: Core) => Promise<void>): Promise<void> {
  const core = openCore();
  try {
    await run(core);
  } finally {
    core.close();
  }
}

/** Options of commands that list. */
export interface Paging extends Output {
  pageSize: number;
  pageToken: string;
}

/** Adds the options of every list. */
export function paged(command: Command): Command {
  return command
    .option("--page-size <n>", "how many rows, 1 to 200", parseCount, 50)
    .option("--page-token <token>", "the next page, as the last answer told", "");
}

/** A whole number from 1 on. */
export function parseCount(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return Number(text);
}

/** An option that may be given several times. */
export function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

/** A parser of an enum's names, in lower case with dashes; the zero value is not among them. */
export function oneOf<E extends Record<string, number>>(values: E): (text: string) => E[keyof E] {
  const names = Object.keys(values).filter((name) => values[name] !== 0);
  return (text) => {
    const name = names.find(
      (known) => known.toLowerCase().replaceAll("_", "-") === text.toLowerCase().replaceAll("_", "-"),
    );
    if (name !== undefined) return values[name as keyof E];
    throw new InvalidArgumentError(
      `It must be one of: ${names.map((known) => known.toLowerCase().replaceAll("_", "-")).join(", ")}.`,
    );
  };
}
