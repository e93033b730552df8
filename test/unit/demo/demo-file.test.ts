import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  type DemoFile,
  readDemoFile,
  readDemoPasswords,
  writeDemoFile,
  writeDemoPasswords,
} from "../../../src/demo/demo-file.ts";
import { StartupError } from "../../../src/observe/startup-error.ts";

const dataDir = mkdtempSync(join(tmpdir(), "latchkey-demo-file-"));
const path = join(dataDir, "demo.json");
beforeEach(() => readdirSync(dataDir).forEach((name) => void rmSync(join(dataDir, name))));
afterAll(() => rmSync(dataDir, { recursive: true }));

const ACCOUNT = { email: "a@b.example", password: "p" };
const DEMO: DemoFile = {
  urls: { http: "h", grpc: "g", connect: "c", demo_app: "a", demo_api: "i" },
  service_key: "s",
  introspect_key: "i",
  operator: ACCOUNT,
  developer: ACCOUNT,
  merchant: { ...ACCOUNT, account_id: "1", merchant_id: "m" },
  app: { client_id: "c", client_secret: "s", redirect_uri: "r", scopes: ["a"], install_url: "u" },
};

it("the file is readable by its owner only, and replaces the passwords of the seed", async () => {
  expect(await readDemoFile(dataDir)).toBeNull();
  await writeDemoPasswords(dataDir, { operator: "1", developer: "2", merchant: "3" });
  expect(await readDemoPasswords(dataDir)).toEqual({ operator: "1", developer: "2", merchant: "3" });
  await writeDemoFile(dataDir, DEMO);
  expect(await readDemoFile(dataDir)).toEqual(DEMO);
  expect(readdirSync(dataDir)).toEqual(["demo.json"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("rewriting a file restores its mode", async () => {
  writeFileSync(`${path}.new`, "left over", { mode: 0o644 });
  await writeDemoFile(dataDir, DEMO);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

describe("a malformed file is rejected with its error and not changed", () => {
  const { introspect_key: _, ...withoutKey } = DEMO;
  it.each([
    ["a truncated file", '{"urls": {', "it is not JSON"],
    ["an empty file", "", "it is not JSON"],
    ["null", "null", "the object is missing"],
    ["a list", "[]", "urls is missing"],
    ["no key", JSON.stringify(withoutKey), "introspect_key is missing"],
    ["no secret", JSON.stringify({ ...DEMO, app: { ...DEMO.app, client_secret: 7 } }), "app.client_secret is missing"],
    ["scopes as text", JSON.stringify({ ...DEMO, app: { ...DEMO.app, scopes: "a b" } }), "app.scopes is missing"],
    ["no merchant", JSON.stringify({ ...DEMO, merchant: null }), "merchant is missing"],
  ])("%s", async (_name, text, says) => {
    writeFileSync(path, text);
    const fault = await readDemoFile(dataDir).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StartupError);
    expect((fault as StartupError).message).toBe(
      `${path} is not a valid demo file: ${says}. Repair it, or move it so that a new one is created.`,
    );
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});
