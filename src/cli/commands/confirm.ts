import { createInterface } from "node:readline/promises";
import { CliError, UsageError } from "../errors.ts";

/** What to type, so that no key pressed too soon ends the tokens of a whole platform. */
const WORD = "everything";

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Asks whether the tokens of everybody are meant.
 * @throws UsageError where nobody can be asked; CliError where the answer is no, or none
 */
export async function confirmEverything({ input, output }: Terminal): Promise<void> {
  if (input.isTTY !== true) throw new UsageError("This ends the tokens of everybody. Add --yes to mean it.");
  output.write("Every app at every merchant stops working until its merchant consents again.\n");
  const terminal = createInterface({ input, output });
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  terminal.once("close", () => resolve(""));
  try {
    const answer = await Promise.race([terminal.question(`Type ${WORD} to go on: `), closed]);
    if (answer.trim() !== WORD) throw new CliError("Nothing was ended.");
  } finally {
    terminal.close();
  }
}
