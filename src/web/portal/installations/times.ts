import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { type Html, html } from "../../components/html.ts";
import type { Language } from "../../http/language.ts";
import type { PageContext } from "../../router/page-router.ts";

const HOUR = 3_600_000;

/** The day of a timestamp, with the time as the element's title. */
export function dateOf({ language }: Pick<PageContext, "language">, at: Timestamp | undefined): Html | string {
  if (at === undefined) return "–";
  const date = timestampDate(at);
  return html`<time class="nowrap" datetime="${date.toISOString()}" title="${`${EXACT[language].format(date)} UTC`}" data-age>${DATES[language].format(date)}</time>`;
}

/** A time that is stored to the hour: the hours since then, or the day. @param otherwise the text if there is no timestamp */
export function recently(context: PageContext, at: Timestamp | undefined, otherwise: string): Html | string {
  if (at === undefined) return otherwise;
  const { ago } = context.t.portal.installations;
  const date = timestampDate(at);
  const hours = Math.floor((Date.now() - date.getTime()) / HOUR);
  if (hours >= 24)
    return html`<time class="nowrap" datetime="${date.toISOString()}" data-age>${DATES[context.language].format(date)}</time>`;
  return html`<time datetime="${date.toISOString()}" data-age>${hours < 1 ? ago.lastHour : ago.hours(hours)}</time>`;
}

const formatsOf = (options: Intl.DateTimeFormatOptions): Readonly<Record<Language, Intl.DateTimeFormat>> => ({
  en: new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }),
  de: new Intl.DateTimeFormat("de", { ...options, timeZone: "UTC" }),
});
const DATES = formatsOf({ dateStyle: "medium" });
const EXACT = formatsOf({ dateStyle: "medium", timeStyle: "short" });
