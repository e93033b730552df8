import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkStyle } from "./style.ts";

const SRC = join(import.meta.dirname, "../../../src");

it("src follows the style rules", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SRC }).sort();
  expect(files.flatMap((file) => checkStyle(file, readFileSync(join(SRC, file), "utf8")))).toEqual([]);
});

describe("a deviation is reported in a sentence", () => {
  const cases: [name: string, file: string, source: string, says: string][] = [
    ["a file in camel case", "store/rowLock.ts", "", "not named in kebab-case"],
    ["an index", "store/index.ts", "", "called index"],
    ["a drawer", "store/lib/x.ts", "", "in a drawer (lib)"],
    ["an empty word in a file's name", "store/row-helper.ts", "", "says Helper in its name"],
    [
      "an empty word in a class's name",
      "store/x.ts",
      "export class TokenManager {}",
      "declares TokenManager: Manager says nothing",
    ],
    [
      "an empty word in a function's name",
      "store/x.ts",
      "function utilOfAll() {} const rowBase = 1",
      "declares rowBase: Base says nothing",
    ],
    ["I before an interface", "store/x.ts", "interface IRow {}", "declares IRow: no I before interfaces"],
    [
      "a barrel",
      "store/x.ts",
      'export * from "./a.ts";\nexport { b } from "./b.ts";',
      "only passes on what others export",
    ],
    ["a TODO", "store/x.ts", "// TODO later", "has a TODO"],
    ["a long file", "store/x.ts", "let x = 1;\n".repeat(301), "has 301 lines"],
    ["a long function", "store/x.ts", `const f = () => {\n${"x();\n".repeat(60)}};`, "line 1: a function of 62 lines"],
    ["five parameters", "store/x.ts", "\nfunction f(a, b, c, d, e) {}", "line 2: more than 4 parameters"],
    ["a clock in a rule", "oauth/x.ts", "const now = () => Date.now();", "uses Date"],
    ["a new date in a rule", "oauth/x.ts", "const now = () => new Date();", "uses Date"],
    ["chance in a rule", "oauth/x.ts", "const x = () => Math.random();", "uses Math.random"],
    ["I/O in a rule", "oauth/x.ts", "const x = () => fetch('/');", "uses fetch"],
  ];
  it.each(cases)("%s", (_name, file, source, says) => {
    expect(checkStyle(file, source)).toEqual([expect.stringContaining(says)]);
  });

  it.each([
    ["store/x.ts", "export const encodeBase62 = (a, b, c) => a; class HealthImplementation {} interface IpRange {}"],
    ["store/x.ts", 'export { b } from "./b.ts";\nexport const c = 1;'],
    ["oauth/x.ts", "const f = (facts) => facts.fetch(Math.max(facts.date, 1)); type Now = Date;"],
  ])("and nothing is said of %s: %s", (file, source) => {
    expect(checkStyle(file, source)).toEqual([]);
  });
});
