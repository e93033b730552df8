import { expect, test } from "vitest";
import { averageOf, changeOf, comparisonOf } from "../../../../src/web/components/comparison.ts";
import { MESSAGES } from "../../../../src/web/http/language.ts";

const compare = (before: number, days: number | null) => comparisonOf({ language: "en", t: MESSAGES.en }, before, days);

test.each([
  { name: "hours", text: compare(11, null), expected: "from 11 the day before" },
  { name: "days", text: compare(5000, 30), expected: "from 5,000 in the 30 days before" },
  { name: "one day", text: compare(4, 1), expected: "from 4 the day before" },
  { name: "no counts before", text: compare(0, 30), expected: null },
])("the comparison names the period before and its count: $name", ({ text, expected }) => {
  expect(text).toBe(expected);
});

test("writes counts in the language of the page", () => {
  const german = comparisonOf({ language: "de", t: MESSAGES.de }, 3000, null);
  expect(german).toBe("gegenüber 3.000 am Tag davor");
});

const change = (count: number, before: number) => changeOf({ language: "en", t: MESSAGES.en }, { count, before });

test.each([
  { name: "more", shown: change(107, 100), text: "▲ 7%", words: "up 7%" },
  { name: "less", shown: change(8, 12), text: "▼ 33%", words: "down 33%" },
  { name: "hardly more", shown: change(13_260, 13_253), text: "▲ <1%", words: "up <1%" },
  { name: "more than too few for a percentage", shown: change(18, 9), text: "▲", words: "up" },
  { name: "the same", shown: change(12, 12), text: "±0", words: "no change" },
])("the change has a sign and a word: $name", ({ shown, text, words }) => {
  expect(shown).toEqual({ text, words });
});

test("without counts before there is no change, and the word is in the language of the page", () => {
  expect(change(5, 0)).toBeNull();
  expect(changeOf({ language: "de", t: MESSAGES.de }, { count: 8, before: 12 })).toEqual({
    text: "▼ 33\u00a0%",
    words: "33\u00a0% weniger",
  });
});

test("an average is shown from 10 counts on", () => {
  expect([averageOf(0, 0), averageOf(9, 30)]).toEqual([null, null]);
  expect(averageOf(60, 30)).toEqual({ value: 2 });
});
