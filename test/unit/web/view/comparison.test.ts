import { expect, test } from "vitest";
import { changeOf, comparisonOf } from "../../../../src/web/components/comparison.ts";
import { MESSAGES } from "../../../../src/web/http/language.ts";

const compare = (before: number, period: "hours" | "week" | "days" | "chosen") =>
  comparisonOf({ language: "en", t: MESSAGES.en }, { before, period, days: 13 });

test.each([
  { name: "hours", text: compare(11, "hours"), expected: "against the 23 hours before (11)" },
  { name: "a week", text: compare(10, "week"), expected: "against the 6 days before (10)" },
  { name: "days", text: compare(5000, "days"), expected: "against the 29 days before (5,000)" },
  { name: "chosen days", text: compare(4, "chosen"), expected: "against the 13 days before (4)" },
  { name: "no counts before", text: compare(0, "days"), expected: null },
])("the comparison names the period before and its count: $name", ({ text, expected }) => {
  expect(text).toBe(expected);
});

test("writes counts in the language of the page", () => {
  const german = comparisonOf({ language: "de", t: MESSAGES.de }, { before: 3000, period: "hours" });
  expect(german).toBe("gegenüber den 23 Stunden davor (3.000)");
});

const change = (count: number, before: number) => changeOf({ language: "en", t: MESSAGES.en }, { count, before });

test.each([
  { name: "more", shown: change(107, 100), text: "▲ 7%", words: "7% more" },
  { name: "less", shown: change(8, 12), text: "▼ 33%", words: "33% less" },
  { name: "the same", shown: change(12, 12), text: "± 0%", words: "no change" },
  { name: "a difference on a tiny base", shown: change(3, 9), text: "▼ 6", words: "6 less" },
  { name: "a difference from one", shown: change(2000, 1), text: "▲ 1,999", words: "1,999 more" },
])("the change is signed: $name", ({ shown, text, words }) => {
  expect(shown).toEqual({ text, words });
});

test("without counts before there is no change, and percentages are in the language of the page", () => {
  expect(change(5, 0)).toBeNull();
  const german = changeOf({ language: "de", t: MESSAGES.de }, { count: 8, before: 12 })!;
  expect([german.text, german.words]).toEqual([
    expect.stringMatching(/^▼ 33\s%$/),
    expect.stringMatching(/^33\s% weniger$/),
  ]);
});
