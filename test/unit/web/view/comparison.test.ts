import { expect, test } from "vitest";
import { averageOf, changeOf, comparisonOf } from "../../../../src/web/components/comparison.ts";
import { MESSAGES } from "../../../../src/web/http/language.ts";

const compare = (before: number, days: number | null) => comparisonOf({ language: "en", t: MESSAGES.en }, before, days);

test.each([
  { name: "hours", text: compare(11, null), expected: "vs. the 24 hours before (11)" },
  { name: "days", text: compare(5000, 30), expected: "vs. the 30 days before (5,000)" },
  { name: "one day", text: compare(4, 1), expected: "vs. the day before (4)" },
  { name: "no counts before", text: compare(0, 30), expected: null },
])("the comparison names the period before and its count: $name", ({ text, expected }) => {
  expect(text).toBe(expected);
});

test("writes counts in the language of the page", () => {
  const german = comparisonOf({ language: "de", t: MESSAGES.de }, 3000, null);
  expect(german).toBe("gegenüber den 24 Stunden davor (3.000)");
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

test("an average is shown from 10 counts on", () => {
  const average = (before: number) =>
    averageOf({ t: MESSAGES.en }, { before, periods: before === 0 ? 0 : 30, unit: "perDay" });
  expect([average(0), average(9)]).toEqual([null, null]);
  expect(average(60)).toEqual({ value: 2, label: "Average before", unit: "a day" });
});
