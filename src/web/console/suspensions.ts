import type { AuditEvent } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Html, html } from "../components/html.ts";
import { notice } from "../components/notice.ts";
import { reasonName, reasonText } from "../components/reason.ts";
import { formatTimestamp } from "../components/timestamp.ts";
import type { PageContext } from "../router/page-router.ts";
import { actorOf, subjectLink, withinSentence } from "./audit/subjects.ts";

/** The newest suspensions that a list reads. An older one has only its reason there. */
const NEWEST = 100;

/** The audit action of a suspension, and the field of an event that names its subject. */
const SUBJECTS = {
  app: { action: "app.suspend", field: "clientId" },
  merchant: { action: "merchant.suspend", field: "merchantId" },
  account: { action: "account.suspend", field: "accountId" },
} as const;

/** The newest suspension of each of these apps, merchants or accounts, by id. */
export async function readSuspensions(
  { web, call }: PageContext,
  kind: keyof typeof SUBJECTS,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AuditEvent>> {
  if (ids.length === 0) return new Map();
  const { action, field } = SUBJECTS[kind];
  const [only] = ids;
  const request = ids.length === 1 ? { action, [field]: only!, pageSize: 1 } : { action, pageSize: NEWEST };
  const { events } = await web.clients.audit.listAuditEvents(request, call);
  // Later entries of a map replace earlier ones, and the events are newest first.
  return new Map(events.toReversed().map((event) => [event[field], event]));
}

export interface Reason {
  reasonCode: string;
  reasonText: string;
}

export function reasonOf({ detailJson }: AuditEvent): Reason {
  const { reason_code: code, reason_text: text } = JSON.parse(detailJson || "{}") as Record<string, unknown>;
  return { reasonCode: typeof code === "string" ? code : "", reasonText: typeof text === "string" ? text : "" };
}

/** One line below the state of a row: by whom, when and why. Null if neither is known. */
export function suspensionNote(
  context: PageContext,
  event: AuditEvent | undefined,
  stored: Pick<Reason, "reasonCode"> = { reasonCode: "" },
): Html | null {
  const { suspension } = context.t.console;
  const code = (event && reasonOf(event).reasonCode) || stored.reasonCode;
  const name = reasonName(context, code);
  // A code that a service has invented has no name.
  const reason = code !== "" && (name === code ? html`<code>${code}</code>` : html`<span>${name}</span>`);
  if (event === undefined) return reason ? html`<small class="row-note">${reason}</small>` : null;
  const { text, noun } = actorOf(context, event);
  const by = noun === undefined ? suspension.by : suspension.byKey;
  return html`<small class="row-note">${reason && html`${reason} · `}<span>${by} <b dir="auto">${text}</b>, ${formatTimestamp(context, event.at)}</span></small>`;
}

/** The notice on the page of a suspended app, merchant or account. */
export function suspensionNotice(context: PageContext, event: AuditEvent | undefined, stored?: Reason): Html | null {
  const { suspension } = context.t.console;
  const isStored = stored !== undefined && stored.reasonCode !== "";
  const reason = reasonText(context, isStored || event === undefined ? (stored ?? NO_REASON) : reasonOf(event));
  if (event === undefined) return reason && notice("bad", html`${suspension.reason}: ${reason}`);
  const by = subjectLink(withinSentence(context, actorOf(context, event)));
  return notice(
    "bad",
    html`${suspension.suspendedBy} ${by}, ${formatTimestamp(context, event.at)}${reason && html`<br>${suspension.reason}: ${reason}`}`,
  );
}

const NO_REASON: Reason = { reasonCode: "", reasonText: "" };
