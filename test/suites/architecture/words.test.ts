import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findForbiddenWords } from "./words.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FILES = ["src/**/*.{ts,tsx}", "proto/**/*.proto", "docs/*.md", "{README,CHANGELOG}.md", "test/**/*.ts"];

it("code, docs and tests use the standard terms", () => {
  const files = globSync(FILES, { cwd: ROOT });
  expect(files.flatMap((file) => findForbiddenWords(file, readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

it.each<[file: string, source: string, found: string[]]>([
  ["src/a.ts", "// Replies to whoever called.", ['src/a.ts:1: "whoever"']],
  ["src/a.ts", "/**\n * What is revoked stays revoked.\n */", ["src/a.ts:1: a sentence starts"]],
  ["src/a.ts", "// What is revoked? Each token.", []],
  ["src/a.ts", "\nconst isJudged = row.toldAt;", ['src/a.ts:2: "Judged"', 'src/a.ts:2: "told"']],
  ["src/a.ts", 'log.warn("nobody listens")', ['src/a.ts:1: "nobody"']],
  ["src/a.ts", 'const reason = "told"', []],
  ["src/a.ts", "// The walk-through, and a deskew.", []],
  ["proto/a.proto", "// Nobody may call this.", ['proto/a.proto:1: "Nobody"']],
  ["test/a.ts", "const patientPool = open();", ['test/a.ts:1: "patient"']],
  ["docs/a.md", "`tellOnce` is gone,\nand so is news.", ['docs/a.md:2: "news"']],
  [
    "test/unit/a.test.ts",
    '// told\nit("is told", f); const t = [{ name: "nobody" }];',
    ['"told"', '"told"', '"nobody"'],
  ],
])("%s: %s", (file, source, found) => {
  expect(findForbiddenWords(file, source)).toEqual(found.map((text) => expect.stringContaining(text)));
});
