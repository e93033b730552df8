import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { weekdayText } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { auditRow } from "./row-view.ts";

interface Day {
  /** In UTC, such as "2026-11-24". */
  day: string;
  events: AuditEvent[];
}

/** The events, newest first, each day in UTC below its heading. */
export function trailView(context: PageContext, events: readonly AuditEvent[]): Html {
  return html`${daysOf(events).map(
    ({ day, events: rows }, at) => html`<section class="day" aria-labelledby="${`day-${at}`}">
<h2 id="${`day-${at}`}">${weekdayText(context, day)} <small>UTC</small></h2>
<ol>${rows.map((event) => auditRow(context, event))}</ol></section>`,
  )}`;
}

function daysOf(events: readonly AuditEvent[]): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const day = event.at === undefined ? "" : timestampDate(event.at).toISOString().slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}
