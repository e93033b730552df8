import { describe, expect, test } from "vitest";
import { findLookalikes } from "../../../../src/service/apps/lookalikes.ts";

describe("the characters in which two similar names differ", () => {
  test.each([
    { name: "a letter of another script", reviewed: "P\u0430rcel", other: "Parcel", pairs: [["\u0430", "a"]] },
    { name: "a digit", reviewed: "Parce1", other: "Parcel", pairs: [["1", "l"]] },
    { name: "a capital letter", reviewed: "PiIot", other: "Pilot", pairs: [["I", "l"]] },
    { name: "two letters that look like one", reviewed: "Modem", other: "Modern", pairs: [["m", "rn"]] },
    { name: "one letter that looks like two", reviewed: "MODERN Modern", other: "modern modem", pairs: [["rn", "m"]] },
    { name: "a mark", reviewed: "Harbour", other: "Ha\u0308rbour", pairs: [["a", "a\u0308"]] },
    { name: "an invisible character", reviewed: "Har\u200bbour", other: "Harbour", pairs: [["r\u200b", "r"]] },
    { name: "a currency sign for a letter", reviewed: "A\u20b5me", other: "Acme", pairs: [["\u20b5", "c"]] },
    {
      name: "all letters, each once",
      reviewed: "\u0420\u0430\u0440\u0430",
      other: "Papa",
      pairs: [
        ["\u0420", "P"],
        ["\u0430", "a"],
        ["\u0440", "p"],
      ],
    },
    { name: "case, spaces and signs only", reviewed: "Tide-Tables\u2122", other: "tide  tables", pairs: [] },
    { name: "nothing", reviewed: "Parcel", other: "Parcel", pairs: [] },
  ])("are listed once: $name", ({ reviewed, other, pairs }) => {
    const found = findLookalikes(reviewed, other);
    expect(found?.map((pair) => [pair.reviewed, pair.other])).toEqual(pairs);
  });

  test("are unknown for names that share no skeleton", () => {
    expect(findLookalikes("Harbour Ship", "Harbour Shop")).toBeNull();
    expect(findLookalikes("\u200b", "-")).toBeNull();
  });
});
