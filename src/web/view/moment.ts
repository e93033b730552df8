import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { type Html, html } from "./html.ts";
import type { Frame } from "./layout.ts";

/** A moment to the minute, in UTC, which pages may turn into the reader's own time. @param otherwise what to say where there is none */
export function momentOf(
  { language }: Pick<Frame, "language">,
  at: Timestamp | undefined,
  otherwise = "",
): Html | string {
  if (at === undefined) return otherwise;
  const date = timestampDate(at);
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`;
}
