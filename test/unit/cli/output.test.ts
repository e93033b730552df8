import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  enumName,
  formatTime,
  printFields,
  printMore,
  printTable,
  printValue,
  truncate,
} from "../../../src/cli/output.ts";

let printed: string;
beforeEach(() => {
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

// Red text, a window title, a C1 control, a direction override, a zero-width joiner, a line separator, a tag character.
const EVIL = "\u001b[31mred\u001b]0;t\u0007 \u009b2J \u202e \u200d \u2028 \u{e0041}";

describe("foreign text", () => {
  it("loses its control characters in tables and fields", () => {
    printTable([{ name: EVIL }], { name: (row) => row.name, words: (row) => [row.name, row.name] });
    printFields({ name: EVIL });
    expect(printed).toContain("\ufffd[31mred\ufffd]0;t\ufffd");
    expect(printed).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\u2028/u);
  });

  it("cannot add lines", () => {
    printFields({ name: "one\ntwo\r\nthree\tfour" });
    expect(printed).toBe("name  one two three four\n");
  });

  it("stays complete in JSON, with control characters escaped", () => {
    printValue({ name: EVIL, list: ["\n"] });
    expect(printed).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
    expect(JSON.parse(printed)).toEqual({ name: EVIL, list: ["\n"] });
  });
});

describe("a table", () => {
  it("omits columns in which every cell is empty", () => {
    printTable(
      [
        { id: "1", name: "Ann" },
        { id: "22", name: "Bo" },
      ],
      { id: (row) => row.id, full_name: (row) => row.name, note: () => "" },
    );
    expect(printed).toBe("ID  FULL_NAME\n1   Ann\n22  Bo\n");
  });

  it("wraps a long list between its items", () => {
    const words = Array.from({ length: 8 }, (_, index) => `installations:${index}`);
    printTable([{ words }], { id: () => "1", words: (row) => row.words, end: () => "x" });
    const lines = printed.trimEnd().split("\n");
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line.length).toBeLessThan(60);
    for (const each of words) expect(printed).toContain(each);
  });

  it("prints none without rows", () => {
    printTable([], { id: () => "" });
    expect(printed).toBe("none\n");
  });

  it("aligns double-width characters", () => {
    printTable([{ name: "渋谷" }, { name: "abcd" }], { name: (row) => row.name, end: () => "|" });
    expect(printed.split("\n").map((line) => line.indexOf("|"))).toEqual([-1, 4, 6, -1]);
  });
});

it("printFields omits empty values and aligns the others", () => {
  printFields({ id: "1", note: "", installations: 0, test: false });
  expect(printed).toBe("id             1\ninstallations  0\ntest           false\n");
});

it("formats times in UTC to the minute and enums as options, and truncates long texts", () => {
  const at = { $typeName: "google.protobuf.Timestamp" as const, seconds: 1_795_184_820n, nanos: 5 };
  expect([formatTime(at), formatTime(undefined)]).toEqual(["2026-11-20 14:27", ""]);
  expect([enumName({ NONE: 0, IN_REVIEW: 3 }, 3), enumName({ NONE: 0 }, 0), enumName({}, 7)]).toEqual([
    "in-review",
    "",
    "",
  ]);
  expect([truncate("12345", 5), truncate("123456", 5)]).toEqual(["12345", "1234…"]);
});

it("printMore prints the option for the next page only if there is one", () => {
  printMore("");
  expect(printed).toBe("");
  printMore("abc");
  expect(printed).toBe("\nFor the next page, add --page-token abc\n");
});
