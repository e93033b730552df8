import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { countedList, filterForm, pathWith } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import type { PageContext } from "../../router/page-router.ts";
import { filterText, isUnresolved, searchNotice } from "../search-filter.ts";
import { actionsByGroup, isAction } from "./action-groups.ts";
import { MAX_EVENTS } from "./export.ts";
import { type AuditFilter, queryOf } from "./filter.ts";
import { auditRow } from "./row-view.ts";

export const PATH = "/console/audit";

export interface AuditView {
  filter: AuditFilter;
  events: readonly AuditEvent[];
  /** The token of this page. */
  token: string;
  next: string;
}

export function auditPage(context: PageContext, { filter, events, token, next }: AuditView): Html {
  const { audit } = context.t.console;
  const query = queryOf(filter);
  const clear = !isUnresolved(filter.found);
  const columns = [audit.at, audit.actionColumn, audit.actorColumn, audit.subjectColumn, audit.addressColumn];
  const rows = events.map((event) => auditRow(context, event));
  const list = { caption: audit.title, columns, rows, none: audit.none, path: PATH, filter: query, token, next };
  const limit = MAX_EVENTS.toLocaleString(context.language);
  return html`${pageHeader(context, {
    title: audit.title,
    actions: clear && events.length > 0 && linkButton(pathWith(`${PATH}.csv`, query), audit.export, "secondary"),
  })}
<section class="card trail">
${filterForm(context, PATH, inputsOf(context, filter))}
${searchNotice(context, filter.found, { path: PATH, filter: query })}
${clear && countedList(context, list)}
${clear && next !== "" && html`<p class="muted"><small>${audit.exportLimit(limit)}</small></p>`}</section>`;
}

function inputsOf(context: PageContext, filter: AuditFilter): Html[] {
  const { audit } = context.t.console;
  const [person, ...others] = filter.found.map(({ name, label, match }) =>
    inputField({ name, label, type: "search", value: filterText(match), optional: true }),
  );
  const { part, installation, from, to } = filter;
  const days = [
    inputField({ name: "from", label: audit.from, type: "date", value: from, optional: true }),
    inputField({ name: "to", label: audit.to, type: "date", value: to, optional: true }),
  ];
  const more = [
    selectField({
      name: "part",
      label: audit.part,
      options: [
        { value: "", label: audit.parts.either },
        { value: "actor", label: audit.parts.actor },
      ],
      value: part,
      optional: true,
    }),
    ...others,
    inputField({ name: "installation", label: audit.installation, value: installation, optional: true }),
  ];
  const used = [part, installation, ...filter.found.slice(1).map(({ match }) => filterText(match))].some(Boolean);
  return [
    person!,
    actionField(context, filter.action),
    ...days,
    html`<details class="filter-more" ${used && "open"}><summary>${audit.more}</summary><div class="filter-row">${more}</div></details>`,
  ];
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
