import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { confirmEverything } from "../../../src/cli/commands/confirm.ts";
import { CliError, UsageError } from "../../../src/cli/errors.ts";

/** A terminal with this input; null: Ctrl-D. */
function typing(text: string | null) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.end(text === null ? undefined : `${text}\n`);
  return { input, output: new PassThrough() };
}

test("revoking every token is confirmed by typing the word", async () => {
  await expect(confirmEverything(typing("everything"))).resolves.toBeUndefined();
});

test.each(["", "y", "yes", "EVERYTHING", "everything else", null])(
  "revoking every token is not confirmed by %j",
  async (typed) => {
    const refused = confirmEverything(typing(typed));
    await expect(refused).rejects.toThrow(CliError);
    await expect(refused).rejects.toThrow("Nothing was revoked.");
  },
);

test("revoking every token without a terminal needs --yes", async () => {
  const pipe = { input: new PassThrough(), output: new PassThrough() };
  await expect(confirmEverything(pipe)).rejects.toThrow(UsageError);
});
