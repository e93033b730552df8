import { expect, test } from "vitest";
import { changeOf, comparisonOf } from "../../../../src/web/components/comparison.ts";
import { MESSAGES } from "../../../../src/web/http/language.ts";

const compare = (count: number, before: number, period: "hours" | "week" | "days" = "days") =>
  comparisonOf({ language: "en", t: MESSAGES.en }, { count, before, period });

test.each([
  { name: "more", text: compare(112, 100), expected: "112 in 29 full days, 100 in the 29 before" },
  { name: "less", text: compare(7, 10, "hours"), expected: "7 in 23 full hours, 10 in the 23 before" },
  { name: "of a week", text: compare(3, 10, "week"), expected: "3 in 6 full days, 10 in the 6 before" },
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

const change = (count: number, before: number) => changeOf({ language: "en", t: MESSAGES.en }, { count, before });

test.each([
  { name: "more", shown: change(107, 100), text: "▲ 7%", words: "7% more than before" },
  { name: "less", shown: change(8, 12), text: "▼ 33%", words: "33% less than before" },
  { name: "the same", shown: change(12, 12), text: "± 0%", words: "as many as before" },
  { name: "a difference on a tiny base", shown: change(3, 9), text: "▼ 6", words: "6 less than before" },
  { name: "a difference from one", shown: change(2000, 1), text: "▲ 1,999", words: "1,999 more than before" },
])("the change is signed: $name", ({ shown, text, words }) => {
  expect(shown).toEqual({ text, words });
});

test("without counts before there is no change, and percentages are in the language of the page", () => {
  expect(change(5, 0)).toBeNull();
  const german = changeOf({ language: "de", t: MESSAGES.de }, { count: 8, before: 12 })!;
  expect([german.text, german.words]).toEqual([
    expect.stringMatching(/^▼ 33\s%$/),
    expect.stringMatching(/^33\s% weniger als davor$/),
  ]);
});
