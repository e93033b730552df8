import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { childEnvironment } from "../../support/child-environment.ts";
import { type FakeCore, goodToken, KEY, startFakeCore } from "./fake-core.ts";
import { createOrders } from "./orders.ts";
import { readmePrograms } from "./readme.ts";

const ROOT = join(import.meta.dirname, "../../..");
const programs = readmePrograms();
const running: ChildProcess[] = [];
let directory: string;
let core: FakeCore;

beforeAll(async () => {
  // Inside the checkout, so that the frameworks are found.
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  directory = mkdtempSync(join(ROOT, "dist", "client-readme-"));
  mkdirSync(join(directory, "gen"));
  writeFileSync(join(directory, "gen", "orders_pb.js"), createOrders());
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  core = await startFakeCore();
  core.grants.set("good", goodToken());
  core.grants.set("narrow", goodToken({ scopes: ["products:read"] }));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
});
afterAll(async () => {
  await core.stop();
  rmSync(directory, { recursive: true });
});

/** Runs a program of the README on the client as it stands in the checkout. */
function run(name: string, env: Record<string, string> = {}): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const program = programs
    .get(name)!
    .replaceAll(/"@latchkey\/client(?:\/(\w+))?"/g, (_all, part = "introspector") =>
      JSON.stringify(pathToFileURL(join(ROOT, "src", "client", `${part}.ts`))),
    )
    // On a busy machine, a new process may need more than the default of two seconds.
    .replace("INTROSPECT_KEY }", "INTROSPECT_KEY, timeoutMs: 15_000 }");
  const file = join(directory, `${name}.js`);
  writeFileSync(file, program);
  const settings = { ...childEnvironment(), LATCHKEY_URL: core.url, INTROSPECT_KEY: KEY, PORT: "0", ...env };
  const child = spawn(process.execPath, [file], { env: settings, stdio: ["ignore", "pipe", "inherit"] });
  running.push(child);
  return child as ChildProcess & { stdout: NodeJS.ReadableStream };
}

/** The port that a server prints once it listens. */
async function portOf({ stdout }: { stdout: NodeJS.ReadableStream }): Promise<number> {
  const [line] = (await once(stdout, "data")) as [Buffer];
  return Number(/:(\d+)$/.exec(line.toString().trim())?.[1]);
}

it("the README has one program for each guard and one without", () => {
  expect([...programs.keys()].sort()).toEqual(["connect", "core", "express", "fastify"]);
});

it.each([
  ["good", "shop-1 orders:read\n"],
  ["bad", "the token is inactive\n"],
])("asking about a %s token", async (token, says) => {
  expect(await text(run("core", { ACCESS_TOKEN: token }).stdout)).toBe(says);
});

it.each([
  ["fastify", "GET", "/orders"],
  ["express", "GET", "/orders"],
  ["connect", "POST", "/shop.v1.Orders/List"],
])("the guard for %s", async (name, method, path) => {
  const port = await portOf(run(name));
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = method === "GET" ? { headers } : { method, headers, body: "{}" };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, body: await response.json() };
  };
  expect(await ask("good")).toEqual({ status: 200, body: { merchant: "shop-1" } });
  expect((await ask("bad")).status).toBe(401);
  expect((await ask("narrow")).status).toBe(403);
});
