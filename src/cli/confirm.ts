import { createInterface } from "node:readline/promises";
import { CliFault, UsageFault } from "./fault.ts";

/** What to type, so that no key pressed too soon ends the tokens of a whole platform. */
const WORD = "everything";

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Asks whether the tokens of everybody are meant.
 * @throws UsageFault where nobody can be asked; CliFault where the answer is no, or none
 */
export async function confirmEverything({ input, output }: Terminal): Promise<void> {
  if (input.isTTY !== true) throw new UsageFault("This ends the tokens of everybody. Add --yes to mean it.");
  output.write("Every app at every merchant stops working until its merchant consents again.\n");
  const terminal = createInterface({ input, output });
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  terminal.once("close", () => resolve(""));
  try {
    const answer = await Promise.race([terminal.question(`Type ${WORD} to go on: `), closed]);
    if (answer.trim() !== WORD) throw new CliFault("Nothing was ended.");
  } finally {
    terminal.close();
  }
}
