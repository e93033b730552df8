import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Language } from "../../http/language.ts";
import type { Frame } from "../../layout/frame.ts";
import { type Html, html } from "../html.ts";

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Times further away are dates. */
const RELATIVE_DAYS = 100;

export interface RelativeTimeOptions {
  /** The text if there is no timestamp. */
  otherwise?: string;
  /** True for a time that is stored to the hour, so that minutes would be wrong. */
  hourly?: boolean;
  /** True within a sentence, which German then continues in lower case. */
  inline?: boolean;
}

/** A time as its distance from now, such as "3 days ago" or "in 2 hours". The exact time is the element's title. */
export function relativeTime(
  { language, t }: Pick<Frame, "language" | "t">,
  at: Timestamp | undefined,
  { otherwise = "–", hourly = false, inline = false }: RelativeTimeOptions = {},
): Html | string {
  if (at === undefined) return otherwise;
  const date = timestampDate(at);
  const distance = date.getTime() - Date.now();
  const text =
    hourly && Math.abs(distance) < UNITS[1][1] && distance <= 0
      ? t.installation.lastHour
      : distanceOf(language, date, distance);
  const shown = inline ? text : `${text[0]!.toUpperCase()}${text.slice(1)}`;
  return html`<time datetime="${date.toISOString()}" title="${`${EXACT[language].format(date)} UTC`}" data-age>${shown}</time>`;
}

function distanceOf(language: Language, date: Date, distance: number): string {
  if (Math.abs(distance) >= RELATIVE_DAYS * UNITS[0][1]) return DATES[language].format(date);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? UNITS[2];
  const count = Math.max(1, Math.floor(Math.abs(distance) / length));
  return DISTANCES[language].format(distance > 0 ? count : -count, unit);
}

const formatsOf = <T>(create: (locale: string) => T): Readonly<Record<Language, T>> => ({
  en: create("en-GB"),
  de: create("de"),
});
const DISTANCES = formatsOf((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "always" }));
const DATES = formatsOf((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
const EXACT = formatsOf(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }),
);
