import type { Timestamp } from "@bufbuild/protobuf/wkt";
import type { Frame } from "../layout/frame.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { recordedTime } from "./installation/recorded-time.ts";
import type { NoticeTone } from "./notice.ts";
import { formatTimestamp, formatZoned } from "./timestamp.ts";

/** One event of a timeline. */
export interface TimelineEntry {
  at: Timestamp | undefined;
  /** True if the time is stored to the hour. */
  hourly?: boolean;
  /** True for day and time, with the time zone, in place of the time since then. */
  exact?: boolean;
  /** The colour of its dot; default: plain. */
  tone?: NoticeTone;
  title: HtmlValue;
  /** A name or a badge after the title. */
  by?: HtmlValue;
  /** The party or account, and the reason or the scopes, as one quiet line. */
  detail?: HtmlValue;
  /** A message. */
  text?: HtmlValue;
}

/** Events, each with a dot in its colour. The exact time is the title of the relative time. */
export function timeline(frame: Frame, entries: readonly TimelineEntry[]): Html {
  const items = entries.map(({ at, hourly = false, exact = false, tone = "plain", title, by, detail, text }) => {
    const time = (hourly ? recordedTime : exact ? formatZoned : formatTimestamp)(frame, at);
    return html`<li class="${`event-${tone}`}"><div class="history-line"><span><strong>${title}</strong>${by && html` ${by}`}</span> <small class="muted">${time}</small></div>
${detail && html`<p class="muted"><small>${detail}</small></p>`}${text && html`<p>${text}</p>`}</li>`;
  });
  return html`<ol class="timeline">${items}</ol>`;
}
