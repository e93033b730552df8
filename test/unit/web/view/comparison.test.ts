import { expect, test } from "vitest";
import { comparisonOf } from "../../../../src/web/components/comparison.ts";
import { MESSAGES } from "../../../../src/web/http/language.ts";

const compare = (count: number, before: number, period: "hours" | "days" = "days") =>
  comparisonOf({ language: "en", t: MESSAGES.en }, { count, before, period });

test.each([
  { name: "more", text: compare(112, 100), expected: "12% more than in the 29 days before" },
  { name: "less", text: compare(7, 10, "hours"), expected: "30% less than in the 23 hours before" },
  { name: "nothing any more", text: compare(0, 8), expected: "100% less than in the 29 days before" },
  { name: "many times as much", text: compare(5000, 100), expected: "4,900% more than in the 29 days before" },
  { name: "a difference below half a percent", text: compare(1003, 1000), expected: MESSAGES.en.comparison.days.same },
  { name: "no counts before", text: compare(5, 0), expected: null },
])("$name", ({ text, expected }) => {
  expect(text).toBe(expected);
});

test("writes percentages in the language of the page", () => {
  const german = comparisonOf({ language: "de", t: MESSAGES.de }, { count: 3, before: 2, period: "hours" });
  expect(german).toBe("50\u00a0% mehr als in den 23 Stunden davor");
});
