import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../../src/config/load-config.ts";

const KEY = "A".repeat(43);
const BASE = { DATABASE_URL: "postgres://latchkey@127.0.0.1/latchkey", PUBLIC_URL: "http://127.0.0.1:8080" };

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "latchkey-files-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

describe("X_FILE of a secret setting", () => {
  test("has the value of the setting, without the newline at its end", () => {
    const { tokenKey } = loadConfig({ ...BASE, TOKEN_KEY_FILE: file("key", `${KEY}\n`) });
    expect(tokenKey).toBe(KEY);
  });

  const WRONG: [name: string, environment: () => Record<string, string>, says: RegExp][] = [
    [
      "together with X",
      () => ({ TOKEN_KEY: KEY, TOKEN_KEY_FILE: file("key", KEY) }),
      /^ {2}TOKEN_KEY and TOKEN_KEY_FILE are both set: remove one of them\.$/m,
    ],
    [
      "missing",
      () => ({ TOKEN_KEY_FILE: "/nowhere" }),
      /^ {2}TOKEN_KEY_FILE must be the path of a readable file \(ENOENT\)\.$/m,
    ],
    [
      "with the secret instead of a path",
      () => ({ TOKEN_KEY_FILE: "secret" }),
      /^ {2}TOKEN_KEY_FILE must be the path of a readable file \(ENOENT\)\.$/m,
    ],
    [
      "of a directory",
      () => ({ TOKEN_KEY_FILE: directory }),
      /^ {2}TOKEN_KEY_FILE must be the path of a readable file \(EISDIR\)\.$/m,
    ],
    ["empty", () => ({ TOKEN_KEY_FILE: file("empty", "\n") }), /^ {2}TOKEN_KEY_FILE names an empty file\.$/m],
    [
      "with a wrong value",
      () => ({ TOKEN_KEY_FILE: file("wrong", "secret") }),
      /^ {2}TOKEN_KEY must be 32 bytes in base64url/m,
    ],
  ];

  test.each(WRONG)("%s ends the start with one sentence and never prints the secret", (_name, environment, says) => {
    const load = () => loadConfig({ ...BASE, ...environment() });
    expect(load).toThrow(says);
    expect(load).not.toThrow(/secret/);
  });
});
