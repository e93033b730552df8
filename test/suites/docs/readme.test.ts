import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { childEnvironment } from "../../support/child-environment.ts";
import { isAsShown, readmeSteps } from "../../support/readme.ts";
import { type Latchkey, ROOT, startLatchkey } from "../start/latchkey.ts";
import { findPorts } from "../start/ports.ts";

describe("the comparison", () => {
  it.each<[name: string, actual: unknown, shown: unknown, is: boolean]>([
    ["the same value", { active: false }, { active: false }, true],
    ["another value", { active: true }, { active: false }, false],
    ["another type", { a: "1" }, { a: 1 }, false],
    ["any rest of a text", { a: "lk_at_x" }, { a: "lk_at_…" }, true],
    ["a text that begins differently", { a: "lk_rt_x" }, { a: "lk_at_…" }, false],
    ["any text", { a: "x" }, { a: "…" }, true],
    ["an empty text for any", { a: "" }, { a: "…" }, false],
    ["a number for any text", { a: 1 }, { a: "…" }, false],
    ["a member too many", { a: 1, b: 2 }, { a: 1 }, false],
    ["a member too few", { a: 1 }, { a: 1, b: 2 }, false],
    ["another member", { b: undefined }, { a: undefined }, false],
    ["a list", { a: ["x", "y"] }, { a: ["x", "y"] }, true],
    ["a list in another order", { a: ["y", "x"] }, { a: ["x", "y"] }, false],
    ["a longer list", { a: ["x", "y"] }, { a: ["x"] }, false],
    ["an object for a list", { a: { 0: "x" } }, { a: ["x"] }, false],
    ["null for an object", { a: null }, { a: {} }, false],
  ])("%s", (_name, actual, shown, is) => {
    expect(isAsShown(actual, shown)).toBe(is);
  });
});

/** The Node versions that a terminal on this machine may have: that of `npm ci` and that of the system. */
function nodesHere(): [version: string, directory: string][] {
  const directories = [dirname(process.execPath), ...(process.env.PATH ?? "").split(delimiter)];
  const found = directories
    .map((directory) => join(directory, "node"))
    .filter((node) => existsSync(node))
    .map((node): [string, string] => [execFileSync(node, ["--version"], { encoding: "utf8" }).trim(), dirname(node)]);
  return [...new Map(found).entries()];
}

/** Runs the blocks in one interactive bash session; returns the output of each. */
async function runSteps(nodeDirectory: string, dataDir: string): Promise<string[]> {
  const end = "==== end of block ====";
  const script = readmeSteps().map(({ commands }) => `${commands}\nprintf '\\n${end}\\n'`);
  const bash = spawn("bash", ["-eu", "-o", "pipefail"], {
    cwd: ROOT,
    env: { ...childEnvironment(), PATH: `${nodeDirectory}${delimiter}${process.env.PATH}`, DATA_DIR: dataDir },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  bash.stdout.on("data", (chunk) => (out += chunk));
  bash.stderr.on("data", (chunk) => (err += chunk));
  bash.stdin.end(script.join("\n"));
  const [code] = await once(bash, "close");
  expect([code, err]).toEqual([0, ""]);
  return out.split(end).slice(0, -1);
}

describe("the walk-through with curl, on a demo as npm start starts it", () => {
  let dataDir: string;
  let latchkey: Latchkey;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "latchkey readme "));
    latchkey = startLatchkey({ node: ["src/main.ts"], env: { DATA_DIR: dataDir, ...(await findPorts()) } });
    await latchkey.ready();
  });
  afterAll(async () => {
    latchkey.child.kill("SIGTERM");
    await latchkey.ended();
    await rm(dataDir, { recursive: true, maxRetries: 10 });
  });

  it("has commands and answers", () => {
    expect(readmeSteps().filter((step) => step.answer !== undefined).length).toBeGreaterThanOrEqual(3);
  });

  it.each(nodesHere())("answers as shown, with Node %s in the terminal", async (_version, directory) => {
    const printed = await runSteps(directory, dataDir);
    const steps = readmeSteps().map((step, index) => ({ ...step, output: printed[index]!.trim() }));
    // Blocks without a shown response are checked only by the exit status of their commands.
    for (const { commands, answer, output } of steps.filter((step) => step.answer !== undefined)) {
      const actual: unknown = JSON.parse(output);
      expect({ commands, actual, asShown: isAsShown(actual, answer) }).toEqual({ commands, actual, asShown: true });
    }
  });
});

test("the code for an API service imports what there is", async () => {
  const [, code = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
  const imports = [...code.matchAll(/^import \{ (.+) \} from "(.+)";$/gm)];
  expect(imports.length).toBeGreaterThan(0);
  for (const [, names = "", file = ""] of imports) {
    const module = await import(join(ROOT, file));
    for (const name of names.split(", ")) expect([file, name, typeof module[name]]).toEqual([file, name, "function"]);
  }
});
