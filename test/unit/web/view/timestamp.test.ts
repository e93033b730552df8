import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { formatDay } from "../../../../src/web/components/timestamp.ts";

const AT = timestampFromDate(new Date("2026-11-24T08:30:00Z"));

test.each([
  { language: "en", day: "24 Nov 2026", title: "24 Nov 2026, 08:30 UTC" },
  { language: "de", day: "24.11.2026", title: "24.11.2026, 08:30 UTC" },
] as const)("a list shows the day, with the exact time as title, in $language", ({ language, day, title }) => {
  const shown = String(formatDay({ language }, AT));
  expect(shown).toBe(`<time datetime="2026-11-24T08:30:00.000Z" title="${title}" data-day>${day}</time>`);
  expect(formatDay({ language }, undefined, "Never")).toBe("Never");
});
