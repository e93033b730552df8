import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { confirmEverything } from "../../../src/cli/commands/confirm.ts";
import { CliError, UsageError } from "../../../src/cli/errors.ts";

/** A terminal at which this is typed; null: Ctrl-D. */
function typing(text: string | null) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.end(text === null ? undefined : `${text}\n`);
  return { input, output: new PassThrough() };
}

test("the tokens of everybody end where the word is typed out", async () => {
  await expect(confirmEverything(typing("everything"))).resolves.toBeUndefined();
});

test.each(["", "y", "yes", "EVERYTHING", "everything else", null])("and not for %j", async (typed) => {
  const refused = confirmEverything(typing(typed));
  await expect(refused).rejects.toThrow(CliError);
  await expect(refused).rejects.toThrow("Nothing was ended.");
});

test("a program, which cannot be asked, has to say --yes", async () => {
  const pipe = { input: new PassThrough(), output: new PassThrough() };
  await expect(confirmEverything(pipe)).rejects.toThrow(UsageError);
});
