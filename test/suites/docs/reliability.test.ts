import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RULES } from "../../support/history/checker.ts";
import { TABLE_RULES } from "../../support/load/verify.ts";

const DOCS = join(import.meta.dirname, "../../../docs");
const page = readFileSync(join(DOCS, "reliability.md"), "utf8");
const CASES = [...page.matchAll(/^\| ([A-Z]\d+) \| .* \| (.+) \|$/gm)].flatMap(([, id, links]) =>
  [...links!.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => ({ id: id!, file: file! })),
);

describe("docs/reliability.md", () => {
  test("links the tests of each case", () => {
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(16);
  });
  test.each(CASES)("$file has a test with $id in its title", ({ id, file }) => {
    const titles = [...readFileSync(join(DOCS, file), "utf8").matchAll(/["`]((?:[A-Z]+\d+ )+)/g)];
    expect(titles.flatMap(([, ids]) => ids!.trim().split(" "))).toContain(id);
  });
  test.each([...Object.keys(RULES), ...Object.keys(TABLE_RULES)])("explains the rule %s", (rule) => {
    expect(page).toContain(rule);
  });
});
