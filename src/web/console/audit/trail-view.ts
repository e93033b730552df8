import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { daysOf } from "../../components/days.ts";
import { type Html, html } from "../../components/html.ts";
import { weekdayText } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { auditRow } from "./row-view.ts";

/** The events, newest first, each day in UTC below its heading. */
export function trailView(context: PageContext, events: readonly AuditEvent[]): Html {
  return html`${daysOf(events).map(
    ({ day, events: rows }, at) => html`<section class="day" aria-labelledby="${`day-${at}`}">
<h2 id="${`day-${at}`}">${weekdayText(context, day)} <small>UTC</small></h2>
<ol>${rows.map((event) => auditRow(context, event))}</ol></section>`,
  )}`;
}
