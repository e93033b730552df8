import type { AuditEvent } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { requestErrorOf } from "../../rpc/errors.ts";
import { type Html, html } from "../components/html.ts";
import { changedFields } from "../components/opened-fields.ts";
import { formatTimestamp } from "../components/timestamp.ts";
import type { Fields } from "../http/fields.ts";
import type { PageContext } from "../router/page-router.ts";
import { actorOf, subjectLink } from "./audit/subjects.ts";

/** The state that a form was filled from: the revision of the resource, and the digests of its fields. */
export interface Opened {
  /** Undefined: the core of the previous release has no revisions. */
  revision: number | undefined;
  digests: string;
}

/** The hidden fields of a form that changes a resource. */
export function openedFields({ revision, digests }: Opened): Html {
  return html`<input type="hidden" name="revision" value="${revision ?? ""}"><input type="hidden" name="opened" value="${digests}">`;
}

export function openedIn(fields: Fields): Opened {
  const [revision] = /^\d{1,9}$/.exec(fields.one("revision") ?? "") ?? [];
  return { revision: revision === undefined ? undefined : Number(revision), digests: fields.one("opened") ?? "" };
}

/** True if the resource has changed since the form was opened. */
export function isConflict(failure: unknown): boolean {
  return requestErrorOf(failure)?.reason === "REVISION_CHANGED";
}

interface Conflict {
  /** The digests that the form was opened with. */
  opened: string;
  /** The digests of the stored fields. */
  now: string;
  /** The labels of the fields, by their ids. */
  labels: Readonly<Record<string, string>>;
  /** The page of the form. */
  href: string;
  /** The audit action of a change. */
  action: string;
  /** True for the details of a change of this resource. Default: all changes. */
  isOwn?(detail: Record<string, unknown>): boolean;
}

/** The newest changes among which the last change of a resource is looked for. */
const NEWEST = 50;

/** Says that the resource was changed after the form was opened, by whom and when, with links to the changed fields. */
export async function conflictNotice(context: PageContext, conflict: Conflict): Promise<Html> {
  const { conflict: texts } = context.t.console;
  const { labels } = conflict;
  const event = await lastChange(context, conflict);
  const by = event && html`${texts.by} ${subjectLink(actorOf(context, event))}, ${formatTimestamp(context, event.at)}.`;
  const fields = changedFields(conflict.opened, conflict.now).filter((field) => Object.hasOwn(labels, field));
  const links = fields.map((field) => html`<li><a href="${`#${field}`}">${labels[field]}</a></li>`);
  return html`<div class="notice notice-fault" role="alert" tabindex="-1" data-focus aria-labelledby="conflict">
<p id="conflict"><strong>${texts.title}</strong></p>
<p>${by} ${texts.text} <a href="${conflict.href}" target="_blank" rel="noopener">${texts.compare}</a></p>
${links.length > 0 && html`<p>${texts.changed}</p><ul>${links}</ul>`}</div>`;
}

async function lastChange({ web, call }: PageContext, { action, isOwn }: Conflict): Promise<AuditEvent | undefined> {
  const pageSize = isOwn === undefined ? 1 : NEWEST;
  const { events } = await web.clients.audit.listAuditEvents({ action, pageSize }, call);
  return events.find(({ detailJson }) => isOwn?.(JSON.parse(detailJson || "{}")) ?? true);
}
