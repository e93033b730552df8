import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Language } from "../http/language.ts";
import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";
import { type Html, html } from "./html.ts";
import { durationOf } from "./plural.ts";

/** The text in place of a missing time. */
const NO_TIME = "–";

/** The element of a time. @param attributes beside `datetime` @param otherwise the text if there is no timestamp */
function timeElement(
  at: Timestamp | undefined,
  otherwise: string,
  show: (date: Date) => { text: string; attributes: Html },
): Html | string {
  if (at === undefined) return otherwise;
  const date = timestampDate(at);
  const { text, attributes } = show(date);
  return html`<time datetime="${date.toISOString()}" ${attributes}>${text}</time>`;
}

/**
 * A point in time: relative within a week, such as "3 hours ago", and its day otherwise. The exact time is the element's title; the script
 * of the page writes it in the time zone of the browser. @param otherwise the text if there is no timestamp
 */
export function formatTimestamp(
  frame: Pick<Frame, "language">,
  at: Timestamp | undefined,
  otherwise = NO_TIME,
): Html | string {
  const seconds = at === undefined ? 0 : secondsTo(at);
  if (Math.abs(seconds) >= RELATIVE_MAX) return formatDay(frame, at, otherwise);
  const { language } = frame;
  return timeElement(at, otherwise, (date) => {
    return { text: relativeOf(language, seconds), attributes: html`title="${exactOf(language, date)}"` };
  });
}

/** A day with the time until or since then, such as "1 Dec 2026, in 3 days". */
export function formatDayAndDistance(frame: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  return at === undefined ? NO_TIME : html`${formatDay(frame, at)}, ${relativeOf(frame.language, secondsTo(at))}`;
}

/** A time within the next day as the hours and minutes until then, such as "in 1 h 40 min"; another time as `formatTimestamp`. */
export function formatTimeLeft(frame: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  const minutes = at === undefined ? 0 : Math.floor((timestampDate(at).getTime() - Date.now()) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 1 || hours >= 24 || rest === 0) return formatTimestamp(frame, at);
  const { language } = frame;
  const [hour, minute] = SHORT_UNITS[language];
  return timeElement(at, NO_TIME, (date) => ({
    text: `in ${hours} ${hour} ${rest} ${minute}`,
    attributes: html`class="nowrap" title="${exactOf(language, date)}"`,
  }));
}

const SHORT_UNITS: Readonly<Record<Language, readonly [hour: string, minute: string]>> = {
  en: ["h", "min"],
  de: ["Std.", "Min."],
};

/** A point in time to the minute, in UTC: for logs, and after words such as "since". @param otherwise the text if there is no timestamp */
export function formatExact(
  { language }: Pick<Frame, "language">,
  at: Timestamp | undefined,
  otherwise = NO_TIME,
): Html | string {
  return timeElement(at, otherwise, (date) => ({ text: exactOf(language, date), attributes: html`data-exact` }));
}

/** As `formatExact`, with the time zone: also where the script of the page shows the local time. */
export function formatZoned({ language }: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  return timeElement(at, NO_TIME, (date) => ({ text: exactOf(language, date), attributes: html`data-exact="zone"` }));
}

/** As `formatZoned`, to the second, for entries that otherwise look alike. */
export function formatZonedSeconds({ language }: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  return timeElement(at, NO_TIME, (date) => {
    return { text: `${PRECISE[language].format(date)} UTC`, attributes: html`data-exact="seconds"` };
  });
}

/** A time within the next day as its time of day with the time zone, also where the script of the page shows the local time. */
export function formatZonedClock({ language }: Pick<Frame, "language">, date: Date): Html {
  const text = `${date.toISOString().slice(11, 16)} UTC`;
  return html`<time datetime="${date.toISOString()}" title="${exactOf(language, date)}" data-exact="clock" class="nowrap">${text}</time>`;
}

/** The time of day in UTC, for a list below the heading of a day. In `data-days`, the script of the page writes the local time. */
export function formatClock(frame: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  return clockOf(frame, at, "2026-01-31T14:05".length);
}

/** As `formatClock`, to the second, for a log in which several events share a minute. */
export function formatClockSeconds(frame: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  return clockOf(frame, at, "2026-01-31T14:05:59".length);
}

/** @param end of the time in an ISO timestamp */
function clockOf({ language }: Pick<Frame, "language">, at: Timestamp | undefined, end: number): Html | string {
  return timeElement(at, NO_TIME, (date) => {
    const text = date.toISOString().slice("2026-01-31T".length, end);
    return { text, attributes: html`title="${exactOf(language, date)}" data-clock` };
  });
}

/** The day of a timestamp in a list, in UTC. The exact time is the element's title. @param otherwise the text if there is no timestamp */
export function formatDay(
  { language }: Pick<Frame, "language">,
  at: Timestamp | undefined,
  otherwise = NO_TIME,
): Html | string {
  return timeElement(at, otherwise, (date) => {
    return { text: dayText({ language }, date), attributes: html`title="${exactOf(language, date)}" data-day` };
  });
}

/** As `formatDay`, with "today" for the current day. @param options `starts`: with a capital letter, at the start of a cell */
export function formatRecentDay(
  { language }: Pick<Frame, "language">,
  at: Timestamp | undefined,
  otherwise = NO_TIME,
  { starts = false }: { starts?: boolean } = {},
): Html | string {
  return timeElement(at, otherwise, (date) => {
    const [day, today] = [dayText({ language }, date), (starts ? TODAY_FIRST : TODAY)[language]];
    const isToday = day === dayText({ language }, new Date());
    const title = exactOf(language, date);
    return { text: isToday ? today : day, attributes: html`title="${title}" data-day data-today="${today}"` };
  });
}

/** A day such as "2026-11-24" in the format of the language. */
export function formatDate({ language }: Pick<Frame, "language">, day: string): string {
  return DAYS[language].format(new Date(`${day}T00:00:00Z`));
}

/** A day such as "2026-11-24" with its weekday. */
export function weekdayText({ language }: Pick<Frame, "language">, day: string): string {
  return day === "" ? "–" : WEEKDAYS[language].format(new Date(`${day}T00:00:00Z`));
}

/** A sentence with the day of a timestamp. @param text gets the day, or "" if there is no timestamp */
export function withDay(
  frame: Pick<Frame, "language">,
  at: Timestamp | undefined,
  text: (day: string) => string,
): Html | string {
  if (at === undefined) return text("");
  const [before = "", after = ""] = text(DAY_MARK).split(DAY_MARK);
  return html`${before}${formatDay(frame, at)}${after}`;
}

/** A character that no text contains. */
const DAY_MARK = "\u0000";

/** A point in time to the minute, which stays in UTC, because the form of the page asks for times in UTC. */
export function formatUtc({ language }: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  return timeElement(at, NO_TIME, (date) => ({ text: exactOf(language, date), attributes: html`` }));
}

/** As `formatUtc`, to the second, such as the time of an attempt in a log. */
export function formatSeconds({ language }: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  return timeElement(at, NO_TIME, (date) => {
    return { text: `${PRECISE[language].format(date)} UTC`, attributes: html`class="nowrap"` };
  });
}

/** In seconds. A time further away than a week is shown as its day. */
const RELATIVE_MAX = 7 * 86_400;

/** The seconds until a timestamp, below zero for the past. */
function secondsTo(at: Timestamp): number {
  return Math.round((timestampDate(at).getTime() - Date.now()) / 1_000);
}

/** @param seconds below zero for the past */
function relativeOf(language: Language, seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (unit === undefined) return NOW[language];
  // Almost seven days are "in 7 days", which agrees with the date. The past is in whole days, as an age.
  const round = unit === "day" && seconds > 0 ? Math.round : Math.trunc;
  return RELATIVE[language].format(round(seconds / length), unit);
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** A time to the minute, in UTC. */
export const exactOf = (language: Language, date: Date) => `${FORMATS[language].format(date)} UTC`;

/**
 * The time since a timestamp in its largest unit, such as "3 days". It is less than a minute while `formatTimestamp` says "now". The
 * timestamp is the element's title.
 */
export function ageOf({ language }: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  const seconds = at === undefined ? 0 : -secondsTo(at);
  return timeElement(at, NO_TIME, (date) => {
    const length = AGES.find((size) => seconds >= size);
    const text = length === undefined ? NEW[language] : durationOf(language, Math.floor(seconds / length) * length);
    return { text, attributes: html`class="nowrap" title="${exactOf(language, date)}" data-age` };
  });
}

/** True if a timestamp is more than this number of days ago. */
export function isOlder(at: Timestamp | undefined, days: number): boolean {
  return at !== undefined && Date.now() - timestampDate(at).getTime() > days * 86_400_000;
}

/** The day of a date as text, in UTC. */
export function dayText({ language }: Pick<Frame, "language">, date: Date): string {
  return DAYS[language].format(date);
}

const AGES = [86_400, 3_600, 60];
const NEW: Readonly<Record<Language, string>> = { en: "< 1 minute", de: "< 1 Minute" };

/** Writes "1 day ago" instead of "yesterday", because the meaning of "yesterday" depends on the time zone of the reader. */
const RELATIVE: Readonly<Record<Language, Intl.RelativeTimeFormat>> = {
  en: new Intl.RelativeTimeFormat("en-GB"),
  de: new Intl.RelativeTimeFormat("de"),
};
const TODAY: Readonly<Record<Language, string>> = { en: "today", de: "heute" };
const TODAY_FIRST: Readonly<Record<Language, string>> = { en: "Today", de: "Heute" };
const nowOf = (language: string) => new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
const NOW: Readonly<Record<Language, string>> = { en: nowOf("en-GB"), de: nowOf("de") };

const preciseOf = (language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const PRECISE: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: preciseOf("en-GB"), de: preciseOf("de") };

const formatOf = (language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

const monthOf = (language: string) =>
  new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
const MONTHS: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: monthOf("en-GB"), de: monthOf("de") };

/** The month of a timestamp, such as "March 2026", in UTC. */
export function monthText({ language }: Pick<Frame, "language">, at: Timestamp): string {
  return MONTHS[language].format(timestampDate(at));
}

/** Created once, because one creation costs more than a hundred uses. */
const FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: formatOf("en-GB"), de: formatOf("de") };

const dayOf = (language: string) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const DAYS: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: dayOf("en-GB"), de: dayOf("de") };

const weekdayOf = (language: string) => new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" });
const WEEKDAYS: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: weekdayOf("en-GB"), de: weekdayOf("de") };

/** A duration in words, rounded up to seconds or minutes. */
export function waitText(t: Messages, seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 90 ? t.wait.seconds(whole) : t.wait.minutes(Math.ceil(whole / 60));
}
