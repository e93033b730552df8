import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test, vi } from "vitest";
import {
  ageOf,
  formatDate,
  formatDay,
  formatExact,
  formatRecentDay,
  formatSeconds,
  formatTimeLeft,
  formatTimestamp,
  formatUtc,
  isOlder,
} from "../../../../src/web/components/timestamp.ts";

const AT = timestampFromDate(new Date("2026-11-24T08:30:00Z"));

test.each([
  { language: "en", day: "24 Nov 2026", title: "24 Nov 2026, 08:30 UTC" },
  { language: "de", day: "24.11.2026", title: "24.11.2026, 08:30 UTC" },
] as const)("a list shows the day, with the exact time as title, in $language", ({ language, day, title }) => {
  const shown = String(formatDay({ language }, AT));
  expect(shown).toBe(`<time datetime="2026-11-24T08:30:00.000Z" title="${title}" data-day>${day}</time>`);
  expect(formatDay({ language }, undefined, "Never")).toBe("Never");
});

test.each([
  { now: "2026-11-24T23:59:00Z", en: "today", de: "heute" },
  { now: "2026-11-25T00:01:00Z", en: "24 Nov 2026", de: "24.11.2026" },
])("at $now, the last use on 24 November is $en", ({ now, ...texts }) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  try {
    for (const language of ["en", "de"] as const) {
      const shown = String(formatRecentDay({ language }, AT));
      expect(shown.replaceAll(/<[^>]*>/g, "")).toBe(texts[language]);
      expect(shown).toContain(language === "en" ? 'data-day data-today="today"' : 'data-day data-today="heute"');
      const inCell = String(formatRecentDay({ language }, AT, "", { starts: true }));
      expect(inCell.replaceAll(/<[^>]*>/g, "").toLowerCase()).toBe(texts[language].toLowerCase());
      expect(inCell).toContain(language === "en" ? 'data-today="Today"' : 'data-today="Heute"');
    }
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  { now: "2026-11-24T08:30:20Z", en: "now", de: "jetzt" },
  { now: "2026-11-24T08:35:00Z", en: "5 minutes ago", de: "vor 5 Minuten" },
  { now: "2026-11-24T12:15:00Z", en: "3 hours ago", de: "vor 3 Stunden" },
  { now: "2026-11-25T12:15:00Z", en: "1 day ago", de: "vor 1 Tag" },
  { now: "2026-12-01T08:29:00Z", en: "6 days ago", de: "vor 6 Tagen" },
  { now: "2026-12-01T08:30:00Z", en: "24 Nov 2026", de: "24.11.2026" },
  { now: "2026-11-22T08:00:00Z", en: "in 2 days", de: "in 2 Tagen" },
  { now: "2026-11-17T08:31:00Z", en: "in 7 days", de: "in 7 Tagen" },
  { now: "2026-11-17T22:00:00Z", en: "in 6 days", de: "in 6 Tagen" },
  { now: "2026-11-17T08:00:00Z", en: "24 Nov 2026", de: "24.11.2026" },
])("at $now, 08:30 on 24 November is $en", ({ now, ...texts }) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  try {
    for (const language of ["en", "de"] as const) {
      const shown = String(formatTimestamp({ language }, AT));
      expect(shown.replaceAll(/<[^>]*>/g, "")).toBe(texts[language]);
      expect(shown).toContain(`title="24${language === "en" ? " Nov " : ".11."}2026, 08:30 UTC"`);
      expect(shown.includes("data-day")).toBe(texts[language].endsWith("2026"));
    }
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  { seconds: 0, ago: "now", age: "&lt; 1 minute", alter: "&lt; 1 Minute" },
  { seconds: 59.4, ago: "now", age: "&lt; 1 minute", alter: "&lt; 1 Minute" },
  { seconds: 59.6, ago: "1 minute ago", age: "1 minute", alter: "1 Minute" },
  { seconds: 7_199.6, ago: "2 hours ago", age: "2 hours", alter: "2 Stunden" },
  { seconds: 86_400, ago: "1 day ago", age: "1 day", alter: "1 Tag" },
])("after $seconds seconds, the age $age agrees with $ago", ({ seconds, ago, age, alter }) => {
  vi.useFakeTimers({ now: new Date(Date.UTC(2026, 10, 24, 8, 30) + seconds * 1_000), toFake: ["Date"] });
  try {
    const textOf = (shown: unknown) => String(shown).replaceAll(/<[^>]*>/g, "");
    expect(textOf(formatTimestamp({ language: "en" }, AT))).toBe(ago);
    expect([textOf(ageOf({ language: "en" }, AT)), textOf(ageOf({ language: "de" }, AT))]).toEqual([age, alter]);
  } finally {
    vi.useRealTimers();
  }
});

test("a log shows the exact time", () => {
  const shown = '<time datetime="2026-11-24T08:30:00.000Z" data-exact>24 Nov 2026, 08:30 UTC</time>';
  expect(String(formatExact({ language: "en" }, AT))).toBe(shown);
});

test("a time for a form in UTC has no mark with which the script of the page would write the local time", () => {
  const times = [formatUtc({ language: "en" }, AT), formatSeconds({ language: "de" }, AT)].map(String);
  expect(times[0]).toContain(">24 Nov 2026, 08:30 UTC<");
  expect(times[1]).toContain(">24.11.2026, 08:30:00 UTC<");
  for (const shown of times) expect(shown).not.toMatch(/data-(exact|day|clock)/);
});

test("a time is older than a number of days only after them", () => {
  vi.useFakeTimers({ now: new Date("2026-11-24T12:00:00Z"), toFake: ["Date"] });
  try {
    expect([isOlder(AT, 0), isOlder(AT, 1), isOlder(undefined, 0)]).toEqual([true, false, false]);
  } finally {
    vi.useRealTimers();
  }
});

test("a day of a filter has the format of the language", () => {
  expect([formatDate({ language: "en" }, "2026-11-24"), formatDate({ language: "de" }, "2026-11-24")]).toEqual([
    "24 Nov 2026",
    "24.11.2026",
  ]);
});

test.each([
  { now: "2026-11-24T06:49:10Z", en: "in 1 h 40 min", de: "in 1 Std. 40 Min." },
  { now: "2026-11-24T06:30:00Z", en: "in 2 hours", de: "in 2 Stunden" },
  { now: "2026-11-24T07:50:00Z", en: "in 40 minutes", de: "in 40 Minuten" },
  { now: "2026-11-22T08:00:00Z", en: "in 2 days", de: "in 2 Tagen" },
  { now: "2026-11-24T08:30:10Z", en: "now", de: "jetzt" },
])("at $now, the time left until 08:30 on 24 November is $en", ({ now, ...texts }) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  try {
    for (const language of ["en", "de"] as const)
      expect(String(formatTimeLeft({ language }, AT)).replaceAll(/<[^>]*>/g, "")).toBe(texts[language]);
  } finally {
    vi.useRealTimers();
  }
});
