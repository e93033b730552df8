import type { App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { GetReviewQueueResponse, ReviewClaim } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { appCell } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { inputField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { countedList, filterForm } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { ageOf } from "../../components/timestamp.ts";
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

export function queuePage(context: PageContext, { name, halves, queue: { next, claims } }: Queue): Page {
  const { queue } = context.t.console;
  const actions = html`${linkButton("/console/templates", queue.templates, "secondary")}
${next && linkButton(`/console/apps/${next.clientId}`, queue.reviewNext)}`;
  const body = html`${pageHeader(context, { title: queue.title, actions })}
<div class="card queue">${filterForm(context, PATH, [inputField({ name: "name", label: queue.search, type: "search", value: name, optional: true })])}
${halves.map((half) => halfOf(context, half, { name, claims }))}</div>`;
  return { title: queue.title, body };
}

function halfOf(
  context: PageContext,
  half: ReadHalf,
  { name, claims }: { name: string; claims: readonly ReviewClaim[] },
): Html {
  const { queue } = context.t.console;
  const isWaiting = half.page === "waiting";
  const heading = queue[half.page];
  const claimOf = (app: App) => claims.find(({ clientId }) => clientId === app.clientId);
  const rows = half.apps.map((app) => [
    appCell(context, { ...app, ...subjectOf(app) }, `/console/apps/${app.clientId}`),
    html`<span class="short" title="${app.developerName}" dir="auto">${app.developerName}</span>`,
    app.pending === undefined ? queue.newApp : queue.revision(app.pending.number),
    // The element prevents the alignment as a number, because the other list has a name in this column.
    isWaiting ? html`<span>${subjectOf(app).profile?.scopes.length ?? 0}</span>` : reviewer(context, claimOf(app)),
    ageOf(context, app.pending?.updatedAt ?? app.updatedAt),
  ]);
  const columns = isWaiting
    ? [queue.app, queue.developer, queue.kind, queue.scopes, queue.age]
    : [queue.app, queue.developer, queue.kind, queue.reviewer, queue.inReviewFor];
  const none = isWaiting ? queue.waitingNone : queue.reviewingNone;
  return html`<section aria-labelledby="${half.page}"><h2 id="${half.page}">${heading}</h2>
${countedList(context, { caption: heading, columns, rows, none, path: PATH, filter: { name }, name: half.page, token: half.token, next: half.next })}
</section>`;
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
