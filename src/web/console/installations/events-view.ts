import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { timeline } from "../../components/installation/timeline.ts";
import { pathWith } from "../../components/list.ts";
import type { NoticeTone } from "../../components/notice.ts";
import { reasonName } from "../../components/reason.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isAction } from "../audit/action-groups.ts";
import { whoOf } from "../audit/row-view.ts";

const SHOWN = 8;

const TONES: Readonly<Record<string, NoticeTone>> = {
  "installation.suspend": "warn",
  "installation.resume": "good",
  "token.exchange": "good",
  "token.reuse": "bad",
  "token.code_replay": "bad",
};

/** The newest audit events of the installation, and the way to all of them. */
export function eventsView(context: PageContext, one: Installation, events: readonly AuditEvent[]): Html {
  const { installations: texts } = context.t.console;
  const entries = events.slice(0, SHOWN).map((event) => ({
    at: event.at,
    tone: TONES[event.action] ?? "plain",
    title: titleOf(context, event),
    detail: detailOf(context, event),
  }));
  const all = pathWith("/console/audit", { installation: one.installationId });
  return html`<section class="card" aria-labelledby="events"><h2 id="events">${texts.events}</h2>
${entries.length === 0 ? html`<p class="muted">${texts.noEvents}</p>` : timeline(context, entries)}
<p class="links"><a href="${all}">${texts.audit}</a></p></section>`;
}

/** The newest suspension by the platform; undefined if it is not among the events. */
export function platformSuspension(events: readonly AuditEvent[]): AuditEvent | undefined {
  return events.find((event) => event.action === "installation.suspend" && detailsOf(event).party === "OPERATOR");
}

function titleOf({ t }: PageContext, { action }: AuditEvent): HtmlValue {
  return isAction(action) ? t.console.audit.actions[action] : html`<code>${action}</code>`;
}

function detailOf(context: PageContext, event: AuditEvent): Html {
  const { party, reason } = detailsOf(event);
  const { byParty } = context.t.installation;
  const side = typeof party === "string" && byParty.operator[party.toLowerCase() as keyof typeof byParty.operator];
  const name = typeof reason === "string" && reason !== "" && reasonName(context, reason);
  return html`${whoOf(context, event)}${side && html` · ${side}`}${name && name !== reason && html` · ${name}`}`;
}

function detailsOf({ detailJson }: AuditEvent): { party?: unknown; reason?: unknown } {
  return JSON.parse(detailJson || "{}");
}
