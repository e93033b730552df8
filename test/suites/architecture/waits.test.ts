import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { visit } from "./imports.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Calls of `vi.waitFor` and `vi.waitUntil` without a timeout: their default of one second fails on a busy machine. */
function findShortWaits(file: string, source: string): string[] {
  if (!source.includes("vi.wait")) return [];
  const found: string[] = [];
  visit(parseSync(file, source).program, ({ type, start, callee, arguments: given }) => {
    if (type !== "CallExpression" || (given as unknown[]).length > 1) return;
    const { object, property } = callee as { object?: { name?: string }; property?: { name?: string } };
    if (object?.name !== "vi" || !["waitFor", "waitUntil"].includes(property?.name ?? "")) return;
    const line = source.slice(0, start).split("\n").length;
    found.push(`${file}:${line}: use expect.poll, whose timeout is that of test/vitest.config.ts`);
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
  { source: "vi.waitFor(() => x, 30_000); vi.useRealTimers(); waitFor(() => x);", found: [] },
])("$source", ({ source, found }) => {
  expect(findShortWaits("a.ts", source)).toEqual(found.map((text) => expect.stringContaining(text)));
});
