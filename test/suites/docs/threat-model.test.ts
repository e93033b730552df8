import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const text = readFileSync(join(ROOT, "docs/threat-model.md"), "utf8");
// Titles that follow a title are in the same file.
const CITED = [...text.matchAll(/`(test\/[\w./-]+\.ts)` ("[^"]+"(?:, "[^"]+")*)/g)].flatMap(([, file, titles]) =>
  [...titles!.matchAll(/"([^"]+)"/g)].map(([, title]) => ({ file: file!, title: title! })),
);

/** The sections in which the RFCs describe threats. All sections about one unsupported grant share a row. */
const RFC_6819 = [
  ...sections("4.1", 5),
  ...sections("4.2", 4),
  ...sections("4.3", 5),
  ...sections("4.4.1", 13),
  "4.4.2",
  "4.4.3",
  "4.4.4",
  ...sections("4.5", 4),
  ...sections("4.6", 7),
];
const RFC_9700 = [...sections("4", 10), "4.11.1", "4.11.2", ...Array.from({ length: 6 }, (_, at) => `4.${at + 12}`)];

function sections(chapter: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${chapter}.${at + 1}`);
}

function rowsOf(heading: string): string[] {
  const chapter = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return [...chapter.matchAll(/^\| (\d[\d.]*) \|/gm)].map(([, section]) => section!);
}

describe("docs/threat-model.md", () => {
  test("has a row for each threat of RFC 6819 §4", () => expect(rowsOf("RFC 6819")).toEqual(RFC_6819));
  test("has a row for each attack of RFC 9700 §4", () => expect(rowsOf("RFC 9700")).toEqual(RFC_9700));
  test("cites tests", () => expect(CITED.length).toBeGreaterThan(60));
  test.each(CITED)("$file has a test called $title", ({ file, title }) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(title);
  });
  test("each title follows a file", () => expect(text).not.toMatch(/\| "/));
  test("each test file is cited with a title", () => {
    const named = [...text.matchAll(/`(test\/[\w./-]+\.ts)`/g)].map(([, file]) => file!);
    expect(
      named.filter(
        (file) => file !== "test/suites/docs/threat-model.test.ts" && !CITED.some((one) => one.file === file),
      ),
    ).toEqual([]);
  });
});
