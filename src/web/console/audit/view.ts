import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { MAX_ROWS } from "../../components/csv-lines.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { listEnd, noEntries } from "../../components/list.ts";
import { type Chip, type ListTab, listFilter } from "../../components/list-filter.ts";
import { pageHeader } from "../../components/page-header.ts";
import { formatDate } from "../../components/timestamp.ts";
import { startOfDay } from "../../http/day.ts";
import type { PageContext } from "../../router/page-router.ts";
import { exportLink } from "../export/export-link.ts";
import { fieldText, isUnresolved, searchChips, searchNotice } from "../search-filter.ts";
import { actionsByGroup, isAction } from "./action-groups.ts";
import { type AuditFilter, queryOf } from "./filter.ts";
import { trailView } from "./trail-view.ts";

export const PATH = "/console/audit";

export interface AuditView {
  filter: AuditFilter;
  /** The errors of the days. */
  errors: readonly FieldError[];
  events: readonly AuditEvent[];
  /** The token of this page. */
  token: string;
  next: string;
}

export function auditPage(context: PageContext, { filter, errors, events, token, next }: AuditView): Html {
  const { audit } = context.t.console;
  const query = queryOf(filter);
  const clear = errors.length === 0 && !isUnresolved(filter.found);
  const list = { none: audit.none, path: PATH, filter: query, reset: PATH, token, next, rows: events };
  const limit = MAX_ROWS.toLocaleString(context.language);
  const limited = clear && next !== "";
  return html`${pageHeader(context, { title: audit.title, actions: exportLink(context, list) })}${errorSummary(context.t, errors)}
<section class="card trail">
${listFilter(context, { path: PATH, filter: query, ...filtersOf(context, { filter, errors, events }) })}
${searchNotice(context, filter.found, { path: PATH, filter: query })}
${clear && (events.length === 0 ? noEntries(context, list) : trailView(context, events))}
${clear && listEnd(context, list)}
${limited && html`<p class="muted"><small>${audit.exportLimit(limit)}</small></p>`}</section>`;
}

function filtersOf(context: PageContext, { filter, errors, events }: Omit<AuditView, "token" | "next">) {
  const { audit } = context.t.console;
  const [person, ...others] = filter.found;
  const { installation, from, to, range } = filter;
  const inputs = others.map(({ name, label, match }) =>
    inputField({ name, label, value: fieldText(match), optional: true }),
  );
  return {
    search: { name: person!.name, label: person!.label, value: fieldText(person!.match) },
    tabs: { label: audit.period, tabs: periodTabs(context, filter) },
    fields: [
      dayField({ name: "from", label: audit.from, value: from }, errors),
      dayField({ name: "to", label: audit.to, value: to }, errors),
      actionField(context, filter.action),
      partField(context, filter.part),
      ...inputs,
      inputField({ name: "installation", label: audit.installation, value: installation, optional: true }),
    ],
    chips: chipsOf(context, filter, events),
    open: range === "custom" || errors.length > 0,
  };
}

/** The field of a day. Browsers show no day in a date field that does not exist, so such a day stands in a text field. */
function dayField({ name, label, value }: Record<"name" | "label" | "value", string>, errors: readonly FieldError[]) {
  const type = value === "" || startOfDay(value) !== null ? "date" : "text";
  return inputField({ name, label, type, value, optional: true }, errors);
}

function periodTabs({ t }: PageContext, { range, from, to }: AuditFilter): ListTab[] {
  const { periods } = t.console.audit;
  const current = from === "" && to === "" ? range : "custom";
  return (["", "24h", "7d", "30d", "custom"] as const).map((value) => ({
    label: periods[value === "" ? "all" : value],
    // The tab of the days keeps them.
    set: { range: value, ...(value !== "custom" && { from: "", to: "" }) } as Readonly<Record<string, string>>,
    current: value === current,
  }));
}

function chipsOf(context: PageContext, filter: AuditFilter, events: readonly AuditEvent[]): Chip[] {
  const { audit } = context.t.console;
  const { action, part, installation, from, to } = filter;
  const names = Object.fromEntries(events.map(({ clientId, clientName }) => [clientId, clientName]));
  return [
    { label: audit.action, value: isAction(action) ? audit.actions[action] : action, names: ["action"] },
    ...searchChips(filter.found, names),
    { label: audit.part, value: part === "actor" ? audit.parts.actor : "", names: ["part"] },
    { label: audit.installation, value: installation, names: ["installation"] },
    { label: audit.period, value: periodOf(context, from, to), names: ["from", "to"] },
  ].filter(({ value }) => value !== "");
}

/** The days in words; empty without days. */
function periodOf(context: PageContext, from: string, to: string): string {
  const { audit } = context.t.console;
  const shown = (day: string) => (startOfDay(day) === null ? day : formatDate(context, day));
  const [first, last] = [shown(from), shown(to)];
  if (first !== "" && last !== "") return `${first} – ${last}`;
  return first === "" ? last && audit.until(last) : audit.since(first);
}

function partField({ t }: PageContext, part: string): Html {
  const { audit } = t.console;
  return selectField({
    name: "part",
    label: audit.part,
    options: [
      { value: "", label: audit.parts.either },
      { value: "actor", label: audit.parts.actor },
    ],
    value: part,
    optional: true,
  });
}

function actionField({ t }: PageContext, action: string): Html {
  const { audit } = t.console;
  // Keeps an action of another release selected.
  const unknown = action !== "" && !isAction(action) ? [{ value: action, label: action }] : [];
  return selectField({
    name: "action",
    label: audit.action,
    options: [{ value: "", label: t.list.all }, ...unknown],
    groups: actionsByGroup().map(([group, actions]) => ({
      label: audit.groups[group],
      options: actions.map((value) => ({ value, label: audit.actions[value] })),
    })),
    value: action,
    optional: true,
  });
}
