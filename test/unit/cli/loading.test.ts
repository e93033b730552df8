import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const MAIN = join(import.meta.dirname, "../../../src/cli/main.ts");
/** Prints the URL of each module that the program loads, on standard error. */
const HOOK = `
import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) { process.stderr.write(url + "\\n"); return next(url, context); } });`;

it("a command without a database loads no module of the database, which takes half a second", async () => {
  const args = ["--import", `data:text/javascript,${encodeURIComponent(HOOK)}`, MAIN, "apps", "list", "--help"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  expect(stdout).toContain("Usage: latchkey apps list");
  expect(stderr).toContain("src/cli/commands/apps.ts");
  expect(stderr.split("\n").filter((url) => /@mikro-orm|src\/store\/connection/.test(url))).toEqual([]);
});
