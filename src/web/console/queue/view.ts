import type { App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { appCell } from "../../components/app-card.ts";
import { inputField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { countedList, filterForm } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";

export const PATH = "/console";

/** One of the two lists, with the query parameter of its page token. */
export interface Half {
  state: AppState;
  page: "waiting" | "reviewing";
}

export interface ReadHalf extends Half {
  token: string;
  apps: readonly App[];
  next: string;
}

export function queuePage(context: PageContext, name: string, halves: readonly ReadHalf[]): Page {
  const { queue } = context.t.console;
  const body = html`${pageHeader(context, { title: queue.title })}
${filterForm(context, PATH, [inputField({ name: "name", label: queue.search, type: "search", value: name, optional: true })])}
${halves.map((half) => halfOf(context, half, name))}`;
  return { title: queue.title, body };
}

function halfOf(context: PageContext, half: ReadHalf, name: string): Html {
  const { queue } = context.t.console;
  const heading = queue[half.page];
  const rows = half.apps.map((app) => [
    appCell(context, { ...app, ...subjectOf(app) }, `/console/apps/${app.clientId}`),
    html`<span dir="auto">${app.developerName}</span>`,
    app.pending === undefined ? queue.newApp : queue.revision(app.pending.number),
    String(subjectOf(app).profile?.scopes.length ?? 0),
    formatTimestamp(context, app.pending?.updatedAt ?? app.updatedAt),
  ]);
  const columns = [queue.app, queue.developer, queue.kind, queue.scopes, queue.since];
  const none = half.page === "waiting" ? queue.waitingNone : queue.reviewingNone;
  return html`<section class="card" aria-labelledby="${half.page}"><h2 id="${half.page}">${heading}</h2>
${countedList(context, { caption: heading, columns, rows, none, path: PATH, filter: { name }, name: half.page, token: half.token, next: half.next })}
</section>`;
}

/** The subject of the review: the pending revision, or the app. */
function subjectOf(app: App): Pick<App, "profile" | "logoDigest"> {
  return app.pending ?? app;
}
