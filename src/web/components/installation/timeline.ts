import type { Timestamp } from "@bufbuild/protobuf/wkt";
import type { Frame } from "../../layout/frame.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import type { NoticeTone } from "../notice.ts";
import { formatTimestamp } from "../timestamp.ts";
import { recordedTime } from "./recorded-time.ts";

/** One event of a timeline. */
export interface TimelineEntry {
  at: Timestamp | undefined;
  /** True if the time is stored to the hour. */
  hourly?: boolean;
  tone: NoticeTone;
  title: HtmlValue;
  /** The party or account, and the reason or the scopes. */
  detail?: HtmlValue;
}

/** Events, newest first, each with a dot in its colour. The exact time is the title of the relative time. */
export function timeline(frame: Frame, entries: readonly TimelineEntry[]): Html {
  const items = entries.map(({ at, hourly = false, tone, title, detail }) => {
    return html`<li class="${`event-${tone}`}"><div class="history-line"><strong>${title}</strong> <small class="muted">${(hourly ? recordedTime : formatTimestamp)(frame, at)}</small></div>
${detail && html`<p class="muted"><small>${detail}</small></p>`}</li>`;
  });
  return html`<ol class="timeline">${items}</ol>`;
}
