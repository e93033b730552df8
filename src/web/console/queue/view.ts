import type { App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { GetReviewQueueResponse, ReviewClaim } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { appCell } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { type Column, countedList } from "../../components/list.ts";
import { countText, listFilter } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { ageOf, isOlder } from "../../components/timestamp.ts";
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

interface Queue {
  /** The text of the filter by name. */
  name: string;
  halves: readonly ReadHalf[];
  queue: GetReviewQueueResponse;
}

export function queuePage(context: PageContext, { name, halves, queue: found }: Queue): Page {
  const { queue } = context.t.console;
  const actions = linkButton("/console/templates", queue.templates, "secondary");
  const body = html`${pageHeader(context, { title: queue.title, actions })}
${nextCard(context, found, halves)}
<div class="card queue">${listFilter(context, { path: PATH, filter: { name }, search: { name: "name", label: queue.search, value: name } })}
${halves.map((half) => halfOf(context, half, { name, queue: found }))}</div>`;
  return { title: queue.title, body };
}

/** The app to review next, with the primary action of the page. */
function nextCard(context: PageContext, { next }: GetReviewQueueResponse, halves: readonly ReadHalf[]): Html | null {
  const { queue } = context.t.console;
  if (next === undefined) return null;
  const href = `/console/apps/${next.clientId}`;
  const listed = halves.flatMap(({ apps }) => apps).find(({ clientId }) => clientId === next.clientId);
  const maker = listed && html`<span dir="auto">${listed.developerName}</span> · `;
  return html`<section class="card next-review" aria-labelledby="next"><div><h2 id="next">${queue.next}</h2>
<p><strong dir="auto">${next.name}</strong></p>
<p class="muted"><small>${maker}${queue.age} ${ageOf(context, next.submittedAt)}</small></p></div>
${linkButton(href, queue.reviewNext)}</section>`;
}

function halfOf(
  context: PageContext,
  half: ReadHalf,
  { name, queue: found }: { name: string; queue: GetReviewQueueResponse },
): Html {
  const { queue } = context.t.console;
  const isWaiting = half.page === "waiting";
  const heading = queue[half.page];
  const claimOf = (app: App) => found.claims.find(({ clientId }) => clientId === app.clientId);
  const rows = half.apps.map((app) => [
    appCell(context, { ...app, ...subjectOf(app) }, `/console/apps/${app.clientId}`),
    html`<span class="short" title="${app.developerName}" dir="auto">${app.developerName}</span>`,
    app.pending === undefined ? queue.newApp : queue.revision(app.pending.number),
    // The element prevents the alignment as a number, because the other list has a name in this column.
    isWaiting ? html`<span>${subjectOf(app).profile?.scopes.length ?? 0}</span>` : reviewer(context, claimOf(app)),
    isWaiting ? waitOf(context, app) : ageOf(context, app.pending?.updatedAt ?? app.updatedAt),
  ]);
  const columns: Column[] = [
    queue.app,
    { label: queue.developer, phone: "bare" },
    { label: queue.kind, phone: "bare" },
    isWaiting ? { label: queue.scopes, phone: "none" } : { label: queue.reviewer, phone: "bare" },
    { label: isWaiting ? queue.age : queue.inReviewFor, phone: "corner" },
  ];
  const count = name === "" ? countText(context.language, isWaiting ? found.waiting : found.inReview) : null;
  const none = isWaiting ? queue.waitingNone : queue.reviewingNone;
  return html`<section aria-labelledby="${half.page}"><h2 id="${half.page}">${heading}${count && html` <span class="list-count">${count}</span>`}</h2>
${countedList(context, { counted: count === null, caption: heading, columns, rows, none, path: PATH, filter: { name }, name: half.page, token: half.token, next: half.next })}
</section>`;
}

/** In days. An app that waits longer needs action. */
const LONG_WAIT = 3;

function waitOf(context: PageContext, app: App): Html | string {
  const since = app.pending?.updatedAt ?? app.updatedAt;
  const age = ageOf(context, since);
  return isOlder(since, LONG_WAIT) ? html`<span class="badge badge-warn">${age}</span>` : age;
}

/** The operator with the claim. */
function reviewer({ t, account }: PageContext, claim: ReviewClaim | undefined): Html {
  const { queue } = t.console;
  if (claim === undefined) return badge("warn", queue.free);
  return claim.accountId === account.accountId
    ? badge("label", queue.you)
    : html`<span dir="auto">${claim.accountName}</span>`;
}

/** The subject of the review: the pending revision, or the app. */
function subjectOf(app: App): Pick<App, "profile" | "logoDigest"> {
  return app.pending ?? app;
}
