import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDataDirectory } from "./data-directory.ts";

/** Stands for the memory. */
let memory: string;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), "latchkey-memory-"));
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

/** Arguments of Node for a process that creates a directory, prints its path and runs `then`. */
function programOf(then: string): string[] {
  const module = JSON.stringify(join(import.meta.dirname, "data-directory.ts"));
  const create = `createDataDirectory("child", ${JSON.stringify(memory)})`;
  const source = `import { createDataDirectory } from ${module}; import { writeSync } from "node:fs"; writeSync(1, ${create}); ${then}`;
  return ["--input-type=module", "-e", source];
}

test("data is in memory if there is room", () => {
  const directory = createDataDirectory("test", memory);
  expect(dirname(directory)).toBe(memory);
  expect(existsSync(directory)).toBe(true);
});

test.each([
  ["missing", "/nonexistent"],
  ["full", "/proc"],
])("data is on disk if the memory is %s", (_, absent) => {
  const directory = createDataDirectory("test", absent);
  expect(dirname(directory)).toBe(tmpdir());
  rmSync(directory, { recursive: true });
});

test("a directory ends with its process", () => {
  const directory = execFileSync(process.execPath, programOf(""), { encoding: "utf8" });
  expect(dirname(directory)).toBe(memory);
  expect(existsSync(directory)).toBe(false);
});

test("the directory of a killed process ends at the next call, and that of a running one stays", () => {
  const running = createDataDirectory("test", memory);
  const killed = spawnSync(process.execPath, programOf('process.kill(process.pid, "SIGKILL")'), { encoding: "utf8" });
  expect(existsSync(killed.stdout)).toBe(true);
  createDataDirectory("test", memory);
  expect([killed.stdout, running].map((directory) => existsSync(directory))).toEqual([false, true]);
});
