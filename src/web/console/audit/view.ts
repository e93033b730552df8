import { inputField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";
import { filterText, type SearchFilter } from "../search-filter.ts";
import { ACTIONS } from "./actions.ts";

export const PATH = "/console/audit";

/** The query of the page. */
export interface AuditFilter {
  installation: string;
  action: string;
  from: string;
  to: string;
  token: string;
}

export function inputsOf({ t }: PageContext, fields: readonly SearchFilter[], filter: AuditFilter): Html[] {
  const { audit } = t.console;
  const match = fields.map(({ name, label, match: one }) =>
    inputField({ name, label, value: filterText(one), optional: true }),
  );
  const { installation, action, from, to } = filter;
  const more = [
    inputField({ name: "installation", label: audit.installation, value: installation, optional: true }),
    inputField({ name: "action", label: audit.action, value: action, options: ACTIONS, optional: true }),
    inputField({ name: "from", label: audit.from, type: "date", value: from, optional: true }),
    inputField({ name: "to", label: audit.to, type: "date", value: to, optional: true }),
  ];
  const used = [installation, action, from, to].some((value) => value !== "");
  return [
    ...match,
    html`<details class="filter-more" ${used && "open"}><summary>${audit.more}</summary><div class="filter-row">${more}</div></details>`,
  ];
}
