import { type Html, html } from "../../components/html.ts";
import { pager } from "../../components/list.ts";
import { countText, listFilter } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { countWaiting } from "../../components/platform/tasks.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { mineTable, othersTable, waitingTable } from "./groups-view.ts";
import type { Queue } from "./read.ts";

export const PATH = "/console";

export function queuePage(context: PageContext, view: Queue): Page {
  const { queue } = context.t.console;
  const { name, mine, others, sizes, pages } = view;
  const actions = linkButton("/console/templates", queue.templates, "secondary");
  const ofOthers = sizes.claims.filter(({ accountId }) => accountId !== context.account.accountId).length;
  const filter = { path: PATH, filter: { name }, search: { name: "name", label: queue.search, value: name } };
  const body = html`${pageHeader(context, { title: queue.title, lead: queue.lead, actions })}
<div class="card queue">${listFilter(context, filter)}
${mine.length > 0 && group(context, view, { id: "mine", count: sizes.claims.length - ofOthers, table: mineTable(context, view) })}
${group(context, view, { id: "waiting", count: countWaiting(sizes), table: waitingTable(context, view) })}
${others.length > 0 && group(context, view, { id: "others", count: ofOthers, table: othersTable(context, view) })}
${pager(context, { path: PATH, filter: { name }, name: "reviewing", ...pages.reviewing })}</div>`;
  return { title: queue.title, body };
}

interface Group {
  id: "mine" | "waiting" | "others";
  /** The number of all apps of the group. */
  count: number;
  table: Html;
}

function group({ t, language }: PageContext, { name }: Queue, { id, count, table }: Group): Html {
  const total = name === "" && html` <span class="list-count">${countText(language, count)}</span>`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${t.console.queue.groups[id]}${total}</h2>
${table}
</section>`;
}
