import { type App, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { inputField } from "../view/fields.ts";
import { type Html, html } from "../view/html.ts";
import { filterForm, since } from "./components.ts";
import type { ConsoleVisit } from "./context.ts";
import { consoleList } from "./list.ts";
import type { ConsolePage, Desk } from "./page-router.ts";

const PATH = "/console";
const PAGE_SIZE = 25;

/** A half of the queue. */
interface Half {
  state: AppState;
  page: "waiting" | "reviewing";
}

/** The two halves of the queue, each with the parameter that carries its page. */
const HALVES: readonly Half[] = [
  { state: AppState.SUBMITTED, page: "waiting" },
  { state: AppState.IN_REVIEW, page: "reviewing" },
];

/** `/console`: what waits for a reviewer and what is in review, the longest waiting first, revisions of live apps among them. */
export function addQueueRoutes(desk: Desk): void {
  desk.page(PATH, async (visit) => {
    const namePrefix = visit.query.one("name") ?? "";
    const halves = await Promise.all(HALVES.map((half) => readHalf(visit, half, namePrefix)));
    return queuePage(visit, namePrefix, halves);
  });
}

interface ReadHalf extends Half {
  token: string;
  apps: readonly App[];
  next: string;
}

async function readHalf({ web, call, query }: ConsoleVisit, half: Half, namePrefix: string): Promise<ReadHalf> {
  const token = query.one(half.page) ?? "";
  const asked = { state: half.state, namePrefix, pageSize: PAGE_SIZE, pageToken: token };
  const { apps, nextPageToken } = await web.clients.apps.listApps(asked, call);
  return { ...half, token, apps, next: nextPageToken };
}

function queuePage(visit: ConsoleVisit, name: string, halves: readonly ReadHalf[]): ConsolePage {
  const { queue } = visit.t.console;
  const body = html`<article class="card">
<h1>${queue.title}</h1>
${filterForm(visit, PATH, [inputField({ name: "name", label: queue.search, type: "search", value: name, optional: true })])}
${halves.map((half) => halfOf(visit, half, name))}
</article>`;
  return { title: queue.title, body };
}

function halfOf(visit: ConsoleVisit, half: ReadHalf, name: string): Html {
  const { queue } = visit.t.console;
  const heading = queue[half.page];
  const rows = half.apps.map((app) => [
    html`<a href="${`/console/apps/${app.clientId}`}"><strong dir="auto">${subjectOf(app).profile?.name}</strong></a>`,
    html`<span dir="auto">${app.developerName}</span>`,
    app.pending === undefined ? queue.fresh : queue.revision(app.pending.number),
    String(subjectOf(app).profile?.scopes.length ?? 0),
    since(visit, app.pending?.updatedAt ?? app.updatedAt),
  ]);
  const columns = [queue.app, queue.developer, queue.kind, queue.scopes, queue.since];
  const none = half.page === "waiting" ? queue.waitingNone : queue.reviewingNone;
  return html`<section aria-labelledby="${half.page}"><h2 id="${half.page}">${heading}</h2>
${consoleList(visit, { caption: heading, columns, rows, none, path: PATH, filter: { name }, name: half.page, token: half.token, next: half.next })}
</section>`;
}

/** What is reviewed: the pending revision, or the app itself. */
function subjectOf(app: App): Pick<App, "profile"> {
  return app.pending ?? app;
}
