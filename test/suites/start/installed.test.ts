import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oldNode } from "../client-package/installed.ts";
import { findPorts } from "./ports.ts";

const ROOT = join(import.meta.dirname, "../../..");
const { path: systemNode, version } = oldNode();

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "latchkey-installed-"));
  execFileSync("npm", ["pack", "--pack-destination", directory], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const { version: packed } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  writeFileSync(join(directory, "package.json"), JSON.stringify({ name: "platform", private: true }));
  const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", `./latchkey-${packed}.tgz`];
  execFileSync("npm", install, { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
});
afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 12, retryDelay: 50 }));

/** `npx latchkey ...` in the directory, on the oldest Node of this machine. */
async function latchkey(args: string[], env: Record<string, string> = {}) {
  const path = `${dirname(systemNode)}:${process.env.PATH}`;
  const child = spawn(join(directory, "node_modules/.bin/latchkey"), args, {
    cwd: directory,
    env: { PATH: path, HOME: process.env.HOME!, DATA_DIR: join(directory, "data"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output };
}

test(`the packed package runs the demo on a machine with Node ${version}`, async () => {
  const { code, output } = await latchkey(["demo", "--headless"], await findPorts());
  expect(output).toContain("refresh");
  expect({ code, output }).toMatchObject({ code: 0 });
});

test("its command line prints the help and refuses unknown commands", async () => {
  expect(await latchkey(["--help"])).toMatchObject({ code: 0, output: expect.stringContaining("latchkey start") });
  expect(await latchkey(["aps"])).toMatchObject({ code: 2, output: expect.stringContaining("unknown command") });
});
