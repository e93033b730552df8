import { createInterface } from "node:readline/promises";
import { CliError, UsageError } from "../errors.ts";

/** The word that the user must type, because a single key press must not revoke every token. */
const WORD = "everything";

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Asks for confirmation to revoke every token.
 * @throws UsageError without a terminal; CliError unless the word is typed
 */
export async function confirmEverything({ input, output }: Terminal): Promise<void> {
  if (input.isTTY !== true) throw new UsageError("This revokes every token of the platform. Add --yes to confirm.");
  output.write("Every app loses access to every merchant until the merchant consents again.\n");
  const terminal = createInterface({ input, output });
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  terminal.once("close", () => resolve(""));
  try {
    const answer = await Promise.race([terminal.question(`Type "${WORD}" to continue: `), closed]);
    if (answer.trim() !== WORD) throw new CliError("Nothing was revoked.");
  } finally {
    terminal.close();
  }
}
