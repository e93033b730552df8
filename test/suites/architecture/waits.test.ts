import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { visit } from "./imports.ts";

const ROOT = join(import.meta.dirname, "../../..");

const LEAST_TIMEOUT_MS = 60_000;

/** Waits that fail on a busy machine: `vi.waitFor` and `vi.waitUntil` with their default of one second, `expect.poll` below a minute. */
function findShortWaits(file: string, source: string): string[] {
  if (!/vi\.wait|\.poll\(/.test(source)) return [];
  const found: string[] = [];
  visit(parseSync(file, source).program, ({ type, start, callee, arguments: given }) => {
    if (type !== "CallExpression") return;
    const { object, property } = callee as { object?: { name?: string }; property?: { name?: string } };
    const [, options] = given as { properties?: { key?: { name?: string }; value?: { value?: unknown } }[] }[];
    const timeout = options?.properties?.find(({ key }) => key?.name === "timeout")?.value?.value;
    const isDefault = object?.name === "vi" && /^wait(For|Until)$/.test(property?.name ?? "") && options === undefined;
    const isShort = property?.name === "poll" && typeof timeout === "number" && timeout < LEAST_TIMEOUT_MS;
    if (!isDefault && !isShort) return;
    const line = source.slice(0, start).split("\n").length;
    found.push(`${file}:${line}: use expect.poll with the timeout of test/vitest.config.ts`);
  });
  return found;
}

it("tests wait as long as a busy machine needs", () => {
  const files = globSync("test/**/*.ts", { cwd: ROOT });
  expect(files.flatMap((file) => findShortWaits(file, readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

it.each([
  { source: "\nawait vi.waitUntil(() => x);", found: ["a.ts:2: use expect.poll"] },
  { source: "vi.waitFor(() => expect(x).toBe(1));", found: ["a.ts:1: use expect.poll"] },
  { source: "expect.poll(f, { timeout: 20_000 }).toBe(1);", found: ["a.ts:1: use expect.poll"] },
  { source: "expect.poll(f, { interval: 9, timeout: 60_000 }).toBe(1); expect.poll(f).toBe(1);", found: [] },
  { source: "vi.waitFor(() => x, 30_000); vi.useRealTimers(); waitFor(() => x);", found: [] },
])("$source", ({ source, found }) => {
  expect(findShortWaits("a.ts", source)).toEqual(found.map((text) => expect.stringContaining(text)));
});
