import { expect, test } from "vitest";
import { comparisonOf } from "../../../../src/web/components/comparison.ts";
import { MESSAGES } from "../../../../src/web/http/language.ts";

const compare = (count: number, before: number, period: "hours" | "days" = "days") =>
  comparisonOf({ language: "en", t: MESSAGES.en }, { count, before, period });

test.each([
  { name: "more", text: compare(112, 100), expected: "112 in 29 full days, 100 in the 29 before" },
  { name: "less", text: compare(7, 10, "hours"), expected: "7 in 23 full hours, 10 in the 23 before" },
  { name: "nothing any more", text: compare(0, 8), expected: "0 in 29 full days, 8 in the 29 before" },
  { name: "many times as much", text: compare(5000, 100), expected: "5,000 in 29 full days, 100 in the 29 before" },
  { name: "no counts before", text: compare(5, 0), expected: null },
])("$name", ({ text, expected }) => {
  expect(text).toBe(expected);
});

test("writes counts in the language of the page", () => {
  const german = comparisonOf({ language: "de", t: MESSAGES.de }, { count: 3000, before: 2, period: "hours" });
  expect(german).toBe("3.000 in 23 vollen Stunden, davor 2");
});
