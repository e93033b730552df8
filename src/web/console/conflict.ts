import type { AuditEvent } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { requestErrorOf } from "../../rpc/errors.ts";
import type { FieldError } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import { compareFields, digestsOf } from "../components/opened-fields.ts";
import { otherChangeNotice, storedChoice } from "../components/other-change.ts";
import { formatZoned } from "../components/timestamp.ts";
import type { Fields } from "../http/fields.ts";
import type { PageContext } from "../router/page-router.ts";
import type { RejectedForm } from "../router/rejected-form.ts";
import { actorOf, subjectLink, withinSentence } from "./audit/subjects.ts";

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

/** The values of the fields of a form, by the names of the fields. */
export type Values = Readonly<Record<string, string>>;

/** The state of a resource that a form is filled from. */
export function openedFrom(values: Values, revision: number | undefined): Opened {
  return { revision, digests: digestsOfValues(values) };
}

export function valuesIn(fields: Fields, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, fields.one(name) ?? ""]));
}

interface Conflict {
  /** The digests that the form was opened with. */
  opened: string;
  /** The values that the form sent. A field without a value was not changed. */
  input: Values;
  /** The stored values. */
  stored: Values;
  /** The labels of the fields, by their names. */
  labels: Values;
  /** The names of stored values that a select shows, by field. */
  names?: Readonly<Record<string, Values>>;
  /** The fields whose stored value a checkbox cannot offer. */
  unoffered?: readonly string[];
  /** The page of the form. */
  href: string;
  /** The audit action of a change. */
  action: string;
  /** True for the details of a change of this resource. Default: all changes. */
  isOwn?(detail: Record<string, unknown>): boolean;
}

export interface Merged {
  /** The input, with the stored values of the fields that only the other change touched. */
  values: Values;
  /** Says who changed the resource after the form was opened, when, and which fields. */
  notice: Html;
  /** The stored values of the fields that both changed. */
  choices: FieldError[];
}

/** The newest changes among which the last change of a resource is looked for. */
const NEWEST = 50;

/** Merges a form with the change that was saved after the form was opened. */
export async function mergeConflict(context: PageContext, conflict: Conflict): Promise<Merged> {
  const { opened, input, stored, labels, names = {}, unoffered = [], href } = conflict;
  const sent = new URLSearchParams(opened);
  for (const [field, digest] of new URLSearchParams(digestsOfValues(input))) sent.set(field, digest);
  const { untouched, both } = compareFields({ opened, input: sent.toString(), now: digestsOfValues(stored) });
  const toLink = (field: string) => ({ id: field, label: labels[field] ?? field });
  const event = await lastChange(context, conflict);
  const by =
    event &&
    html`${context.t.otherChange.by} ${subjectLink(withinSentence(context, actorOf(context, event)))}, ${formatZoned(context, event.at)}`;
  const changed = { by: by ?? null, taken: untouched.map(toLink), both: both.map(toLink), href };
  const offered = both.filter((field) => !unoffered.includes(field));
  const toChoice = (field: string) => {
    const value = stored[field] ?? "";
    return storedChoice(context, { field, value, shown: names[field]?.[value] ?? value });
  };
  return {
    values: { ...input, ...Object.fromEntries(untouched.map((field) => [field, stored[field] ?? ""])) },
    notice: otherChangeNotice(context, { title: context.t.console.conflict.title, ...changed }),
    choices: offered.map(toChoice),
  };
}

/** The digests of texts, whose line breaks browsers send in another form. */
function digestsOfValues(values: Values): string {
  const texts = Object.entries(values).map(([name, text]) => [name, text.replaceAll("\r\n", "\n").trim()]);
  return digestsOf(Object.fromEntries(texts));
}

/** The rejected form with merged values. */
export function withValues(rejected: RejectedForm, { values }: Merged): RejectedForm {
  const { fields } = rejected;
  return { ...rejected, fields: { ...fields, one: (name) => values[name] ?? fields.one(name) } };
}

async function lastChange({ web, call }: PageContext, { action, isOwn }: Conflict): Promise<AuditEvent | undefined> {
  const pageSize = isOwn === undefined ? 1 : NEWEST;
  const { events } = await web.clients.audit.listAuditEvents({ action, pageSize }, call);
  return events.find(({ detailJson }) => isOwn?.(JSON.parse(detailJson || "{}")) ?? true);
}
