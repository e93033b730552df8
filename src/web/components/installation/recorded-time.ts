import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Frame } from "../../layout/frame.ts";
import { type Html, html } from "../html.ts";
import { exactOf, formatTimestamp } from "../timestamp.ts";

const HOUR = 3_600_000;

/** A time that is stored to the hour, so that minutes would be wrong. @param otherwise the text if there is no timestamp */
export function recordedTime(
  frame: Pick<Frame, "language" | "t">,
  at: Timestamp | undefined,
  otherwise = "–",
): Html | string {
  if (at === undefined) return otherwise;
  const date = timestampDate(at);
  const age = Date.now() - date.getTime();
  if (age < 0 || age >= HOUR) return formatTimestamp(frame, at);
  return html`<time datetime="${date.toISOString()}" title="${exactOf(frame.language, date)}">${frame.t.installation.lastHour}</time>`;
}
