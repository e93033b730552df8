import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cut, moment, printFields, printMore, printTable, printValue, word } from "../../../src/cli/output.ts";

let printed: string;
beforeEach(() => {
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

// Red text, a new title of the window, one byte that begins such a sequence, a turn of direction, a zero-width joiner.
const EVIL = "\u001b[31mred\u001b]0;t\u0007 \u009b2J \u202e \u200d \u2028 \u{e0041}";

describe("what comes from elsewhere", () => {
  it("is shown without what steers a terminal, in tables and fields", () => {
    printTable([{ name: EVIL }], { name: (row) => row.name, words: (row) => [row.name, row.name] });
    printFields({ name: EVIL });
    expect(printed).toContain("\ufffd[31mred\ufffd]0;t\ufffd");
    expect(printed).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\u2028/u);
  });

  it("makes no lines of its own", () => {
    printFields({ name: "one\ntwo\r\nthree\tfour" });
    expect(printed).toBe("name  one two three four\n");
  });

  it("stays whole in JSON, written so that it steers nothing", () => {
    printValue({ name: EVIL, list: ["\n"] });
    expect(printed).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
    expect(JSON.parse(printed)).toEqual({ name: EVIL, list: ["\n"] });
  });
});

describe("a table", () => {
  it("has a column for each head in which a row has something", () => {
    printTable(
      [
        { id: "1", name: "Ann" },
        { id: "22", name: "Bo" },
      ],
      { id: (row) => row.id, full_name: (row) => row.name, note: () => "" },
    );
    expect(printed).toBe("ID  FULL_NAME\n1   Ann\n22  Bo\n");
  });

  it("breaks a list where its lines would be too long, and never inside a word", () => {
    const words = Array.from({ length: 8 }, (_, index) => `installations:${index}`);
    printTable([{ words }], { id: () => "1", words: (row) => row.words, end: () => "x" });
    const lines = printed.trimEnd().split("\n");
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line.length).toBeLessThan(60);
    for (const each of words) expect(printed).toContain(each);
  });

  it("says so where it has no rows", () => {
    printTable([], { id: () => "" });
    expect(printed).toBe("none\n");
  });

  it("is as wide as wide letters are", () => {
    printTable([{ name: "渋谷" }, { name: "abcd" }], { name: (row) => row.name, end: () => "|" });
    expect(printed.split("\n").map((line) => line.indexOf("|"))).toEqual([-1, 4, 6, -1]);
  });
});

it("fields without a value are left out, and the others stand in line", () => {
  printFields({ id: "1", note: "", installations: 0, test: false });
  expect(printed).toBe("id             1\ninstallations  0\ntest           false\n");
});

it("moments are UTC to the minute, enums are as options take them, long texts are cut", () => {
  const at = { $typeName: "google.protobuf.Timestamp" as const, seconds: 1_795_184_820n, nanos: 5 };
  expect([moment(at), moment(undefined)]).toEqual(["2026-11-20 14:27", ""]);
  expect([word({ NONE: 0, IN_REVIEW: 3 }, 3), word({ NONE: 0 }, 0), word({}, 7)]).toEqual(["in-review", "", ""]);
  expect([cut("12345", 5), cut("123456", 5)]).toEqual(["12345", "1234…"]);
});

it("a next page is told only where there is one", () => {
  printMore("");
  expect(printed).toBe("");
  printMore("abc");
  expect(printed).toBe("\nThere are more: add --page-token abc\n");
});
