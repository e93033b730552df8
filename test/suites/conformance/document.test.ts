import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CHAPTERS, REQUIREMENTS } from "./document/chapters.ts";
import { sourcesOf, titlesFor } from "./document/citing.ts";
import { DOCUMENT, readDocument } from "./document/document.ts";
import { evidenceFor } from "./document/evidence.ts";
import { evidenceOf, render } from "./document/render.ts";
import { citedIn, isTitle, type Requirement } from "./document/requirement.ts";
import { readTitles, titlesOf } from "./document/titles.ts";

const titles = readTitles();
const ids = new Set(REQUIREMENTS.map(({ id }) => id));
/** Cases of storage and operation, which other tests cover. */
const ELSEWHERE = new Set(["S3"]);

describe("docs/conformance.md", () => {
  test("every requirement has a test, or a reason why not", () => {
    const open = REQUIREMENTS.filter(({ why, by = [] }) => why === undefined && by.length === 0);
    expect(open.filter((requirement) => titlesFor(requirement, titles).length === 0).map(({ id }) => id)).toEqual([]);
  });

  test("what a requirement rests on is there", () => {
    const missing = REQUIREMENTS.flatMap(({ id, by = [] }) =>
      by
        .filter((part) => (isTitle(part) ? !titles.some(({ text }) => text.includes(part)) : !ids.has(part)))
        .map((part) => `${id}: ${part}`),
    );
    expect(missing).toEqual([]);
  });

  test("no test cites what is not in the table", () => {
    const unknown = titles.flatMap(({ text, file }) =>
      citedIn(text)
        .filter((id) => !ids.has(id) && !ELSEWHERE.has(id))
        .map((id) => `${file}: ${id} in "${text}"`),
    );
    expect(unknown).toEqual([]);
  });

  const update = "is out of date: npm run conformance writes it, with -- --keep from what it says itself";
  test(`the committed page is the table's, and every row of it passed; else it ${update}`, () => {
    const document = readDocument();
    const notes = readFileSync(new URL("document/notes.md", import.meta.url), "utf8");
    const rowOf = (requirement: Requirement) => ({ requirement, evidence: document.get(requirement.id) ?? [] });
    const page = readFileSync(DOCUMENT, "utf8");
    expect(page).toBe(render(CHAPTERS, rowOf, notes));
    expect(page).toMatch(/^\d+ requirements: \d+ passed, 0 failed, \d+ explained, 0 open\.$/m);
  });

  test(`every file that the page links has a test of the requirement; else it ${update}`, () => {
    const document = readDocument();
    const gone = REQUIREMENTS.flatMap((requirement) => {
      const files = new Set(titlesFor(requirement, titles).map(({ file }) => file));
      const linked = document.get(requirement.id) ?? [];
      return linked.filter(({ file }) => !files.has(file)).map(({ file }) => `${requirement.id}: ${file}`);
    });
    expect(gone).toEqual([]);
  });
});

describe("how it is made", () => {
  const K1: Requirement = { id: "K1", section: "RFC 6749 §4.1.2", says: "A code | works once" };

  test("a file is evidence once, and passed only if all of its tests passed wherever they ran", () => {
    const ran = [true, false].map((passed) => ({
      file: "suites/x/all.test.ts",
      titles: ["all", "K1 a code", "twice"],
      passed,
    }));
    const other = { file: "unit/a.test.ts", titles: ["K10, K2"], passed: true };
    expect(evidenceFor(K1, [...ran, other], [])).toEqual([{ file: "suites/x/all.test.ts", passed: false }]);
  });

  test("a test belongs to the file of its folder in which its title stands", () => {
    const all = [
      { text: "K1 a code $how", folder: "x", file: "suites/x/codes.ts" },
      { text: "K1 a refresh", folder: "x", file: "suites/x/refreshes.ts" },
      { text: "K1 a code $how", folder: "y", file: "suites/y/codes.ts" },
      { text: "a code", folder: "x", file: "suites/x/uncited.ts" },
    ];
    const test = { file: "suites/x/all.test.ts", name: "K1 a code twice" };
    expect(sourcesOf(test, K1, all)).toEqual(["suites/x/codes.ts"]);
    expect(sourcesOf({ ...test, name: "K1 another" }, K1, all)).toEqual(["suites/x/all.test.ts"]);
  });

  test("a row says again what was written into it", () => {
    const evidence = [
      { file: "suites/a/b.ts", passed: true },
      { file: "unit/b/c.test.ts", passed: false },
    ];
    const page = render([{ title: "Codes", requirements: [K1] }], () => ({ requirement: K1, evidence }), "");
    expect(page).toContain("1 requirements: 0 passed, 1 failed");
    expect(page).toContain("[a/b](../test/suites/a/b.ts), FAILED [b/c](../test/unit/b/c.test.ts)");
    expect(page.split("\n").map(evidenceOf).filter(Boolean)).toEqual([{ id: "K1", evidence }]);
  });

  test.each<[string, string[]]>([
    ["K1 a code", ["K1"]],
    ["P3 P5 RFC 7636 §4.6", ["P3", "P5"]],
    ["T1 a pair; T2 a scope", ["T1", "T2"]],
    ["B1-B3 bodies", ["B1", "B2", "B3"]],
    ["S256, %C3%A9, K123, xK1, RFC1", []],
  ])("%s cites %j", (title, cited) => {
    expect(citedIn(title)).toEqual(cited);
  });

  test("titles are read from calls and from their tables", () => {
    const source =
      'describe.each([["K1 one", 2]])("%s", () => { it(`two`, () => {}); test.each`a`("three", f); other("no"); });';
    expect(titlesOf("a/b.ts", source).map(({ text }) => text)).toEqual(["%s", "K1 one", "two", "three"]);
  });
});
