import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { ReviewClaim } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { badgeRow, sensitivityMark } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { type Column, countedList, listTable } from "../../components/list.ts";
import { LONG_WAIT } from "../../components/platform/tasks.ts";
import { ageOf, formatTimeLeft, formatTimestamp, isOlder } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appPath } from "../paths.ts";
import { claimPath, isOwn, nameOf, subjectCells } from "./app-row.ts";
import { type ClaimedApp, type Queue, scopeRisk, submittedAt } from "./read.ts";

/** The apps without a reviewer, each with the button that claims it. */
export function waitingTable(context: PageContext, view: Queue): Html {
  const { queue } = context.t.console;
  const { name, waiting, pages, mine } = view;
  // The app that waits longest is the primary action of the page, unless the operator has a review open.
  const next = mine.length > 0 ? undefined : waiting.find((app) => !isOwn(context, app));
  const rows = waiting.map((app) => [
    ...subjectCells(context, app, view),
    riskOf(context, app, view),
    waitOf(context, app, view),
    isOwn(context, app) ? html`<small class="muted">${queue.own}</small>` : claimForm(context, app, app === next),
  ]);
  const columns = columnsOf(context, { label: queue.scopes, phone: "bare" }, "ascending");
  const list = {
    caption: queue.groups.waiting,
    columns,
    rows,
    none: queue.waitingNone,
    path: "/console",
    filter: { name },
    search: name,
    noMatch: context.t.console.noMatch.app,
  };
  return countedList(context, { ...list, counted: false, name: "waiting", ...pages.waiting });
}

export function mineTable(context: PageContext, view: Queue): Html {
  const { queue } = context.t.console;
  // The first is the primary action of the page.
  const rows = view.mine.map(({ app, claim }, at) => [
    ...subjectCells(context, app, view),
    riskOf(context, app, view),
    waitOf(context, app, view, claim),
    html`<a class="button ${at > 0 && "secondary "}button-small" href="${appPath(app.clientId)}">${queue.resume}<span class="sr"> ${nameOf(app)}</span></a>`,
  ]);
  const columns = columnsOf(context, { label: queue.scopes, phone: "bare" });
  return listTable({ caption: queue.groups.mine, columns, rows, none: "" });
}

export function othersTable(context: PageContext, view: Queue): Html {
  const { queue } = context.t.console;
  const reviewer = ({ claim }: ClaimedApp) =>
    html`<a href="${`/console/accounts/${claim.accountId}`}" dir="auto">${claim.accountName}</a>`;
  const rows = view.others.map((one) => [
    ...subjectCells(context, one.app, view),
    reviewer(one),
    waitOf(context, one.app, view, one.claim),
    "",
  ]);
  const columns = columnsOf(context, queue.reviewer);
  return listTable({ caption: queue.groups.others, columns, rows, none: "" });
}

/** All groups have the same columns, so that their widths agree. @param direction the order of the times of submission */
function columnsOf({ t }: PageContext, third: Column, direction: "ascending" | null = null): Column[] {
  const { queue } = t.console;
  const step: Column = { label: queue.step, action: true, phone: "corner" };
  return [queue.app, { label: queue.developer, phone: "bare" }, third, { label: queue.age, direction }, step];
}

/** The number of requested scopes, and of those that need care. */
function riskOf({ t }: PageContext, app: App, { catalogue }: Queue): Html {
  const { queue } = t.console;
  const { total, countOf } = scopeRisk(app, catalogue);
  const [sensitive, restricted] = [countOf(ScopeSensitivity.SENSITIVE), countOf(ScopeSensitivity.RESTRICTED)];
  const badges = badgeRow([
    restricted > 0 && sensitivityMark(ScopeSensitivity.RESTRICTED, queue.restricted(restricted)),
    sensitive > 0 && sensitivityMark(ScopeSensitivity.SENSITIVE, queue.sensitive(sensitive)),
  ]);
  return html`<span class="risk"><span>${queue.scopeCount(total)}</span> ${badges}</span>`;
}

/**
 * The time since the last submission and, below it, since the first one if a review returned the app in between, and up to the end of the
 * claim.
 */
function waitOf(context: PageContext, app: App, { resubmissions }: Queue, claim?: ReviewClaim): Html {
  const { queue } = context.t.console;
  const since = submittedAt(app);
  const age = ageOf(context, since);
  const first = resubmissions.get(app.clientId)?.firstSubmittedAt;
  const wait = isOlder(since, LONG_WAIT) ? html`<span class="badge badge-warn">${age}</span>` : age;
  const notes = [
    first !== undefined && html`${queue.firstSubmitted} ${formatTimestamp(context, first)}`,
    claim && html`${queue.claimEnds} ${formatTimeLeft(context, claim.expiresAt)}`,
  ].filter(Boolean);
  return html`${wait}${notes.map((note) => html`<small class="row-note">${note}</small>`)}`;
}

function claimForm({ csrfToken, t }: PageContext, app: App, isNext: boolean): Html {
  return html`<form method="post" action="${claimPath(app)}" data-once>${csrfField(csrfToken)}
<button type="submit" class="${isNext ? "button-small" : "secondary button-small"}">${t.console.queue.claim}<span class="sr"> ${nameOf(app)}</span></button></form>`;
}
