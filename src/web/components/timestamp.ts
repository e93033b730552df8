import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Language } from "../http/language.ts";
import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";
import { type Html, html } from "./html.ts";
import { durationOf } from "./plural.ts";

/** Formats a timestamp to the minute, in UTC. @param otherwise the text if there is no timestamp */
export function formatTimestamp(
  { language }: Pick<Frame, "language">,
  at: Timestamp | undefined,
  otherwise = "–",
): Html | string {
  if (at === undefined) return otherwise;
  const date = timestampDate(at);
  return html`<time datetime="${date.toISOString()}">${FORMATS[language].format(date)} UTC</time>`;
}

/** The day of a timestamp in a list, in UTC. The exact time is the element's title. @param otherwise the text if there is no timestamp */
export function formatDay(
  { language }: Pick<Frame, "language">,
  at: Timestamp | undefined,
  otherwise = "–",
): Html | string {
  if (at === undefined) return otherwise;
  const date = timestampDate(at);
  return html`<time datetime="${date.toISOString()}" title="${`${FORMATS[language].format(date)} UTC`}" data-day>${DAYS[language].format(date)}</time>`;
}

/** Formats a timestamp to the second, in UTC, such as that of an attempt in a log. */
export function formatSeconds({ language }: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  if (at === undefined) return "–";
  return html`<span class="nowrap">${PRECISE[language].format(timestampDate(at))} UTC</span>`;
}

/** The time since a timestamp in its largest unit, such as "3 days". The timestamp is the element's title. */
export function ageOf({ language }: Pick<Frame, "language">, at: Timestamp | undefined): Html | string {
  if (at === undefined) return "–";
  const date = timestampDate(at);
  const seconds = Math.max(60, (Date.now() - date.getTime()) / 1_000);
  const length = AGES.find((size) => seconds >= size)!;
  const text = durationOf(language, Math.floor(seconds / length) * length);
  return html`<time class="nowrap" datetime="${date.toISOString()}" title="${`${FORMATS[language].format(date)} UTC`}" data-age>${text}</time>`;
}

const AGES = [86_400, 3_600, 60];

const preciseOf = (language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const PRECISE: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: preciseOf("en-GB"), de: preciseOf("de") };

const formatOf = (language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Created once, because creating a format costs more than a hundred uses. */
const FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: formatOf("en-GB"), de: formatOf("de") };

const dayOf = (language: string) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const DAYS: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: dayOf("en-GB"), de: dayOf("de") };

/** A duration in words, rounded up to seconds or minutes. */
export function waitText(t: Messages, seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 90 ? t.wait.seconds(whole) : t.wait.minutes(Math.ceil(whole / 60));
}
