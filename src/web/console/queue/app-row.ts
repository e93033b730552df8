import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { appCell } from "../../components/app-card.ts";
import { type Html, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";
import { subjectOf } from "../apps/facts.ts";
import { similarMark } from "../apps/similar-mark.ts";
import { appPath } from "../paths.ts";
import type { Queue } from "./read.ts";

/** App with the kind of its submission, and developer: the first cells of a row. */
export function subjectCells(
  context: PageContext,
  app: App,
  { similarlyNamed, waiting, resubmissions }: Pick<Queue, "similarlyNamed" | "waiting" | "resubmissions">,
): (Html | string)[] {
  const isStarted = waiting.includes(app) && subjectOf(app).state === AppState.IN_REVIEW;
  const times = resubmissions.get(app.clientId)?.returnedTimes ?? 0;
  const kind = [
    kindOf(context, app),
    ...(times > 0 ? [context.t.console.queue.resubmitted(times)] : []),
    ...(isStarted ? [context.t.appActions.start_review, context.t.console.apps.notClaimed] : []),
  ].join(" · ");
  const subject = { ...app, ...subjectOf(app) };
  const note = similarlyNamed.has(app.clientId) ? html`${kind} ${similarMark(context, subject)}` : kind;
  return [
    appCell(context, subject, appPath(app.clientId), note),
    html`<span class="short" title="${app.developerName}" dir="auto">${app.developerName}</span>`,
  ];
}

/** The name of the pending revision, or of the app. */
export const nameOf = (app: App) => subjectOf(app).profile?.name || app.clientId;

/** A first submission, or a revision of a live app. */
function kindOf({ t }: PageContext, app: App): string {
  const { queue } = t.console;
  return app.pending === undefined ? queue.newApp : queue.revision(app.pending.number);
}

/** The step of the console that claims an app: the start of its review, or the claim of a started review. */
export function claimPath(app: App): string {
  const step = subjectOf(app).state === AppState.SUBMITTED ? "start-review" : "claim";
  return `${appPath(app.clientId)}/${step}`;
}

/** True for an app of a team of the operator, whose review is for others. */
export function isOwn({ account }: PageContext, { developerAccountId }: App): boolean {
  return (
    account.accountId === developerAccountId ||
    account.teams.some(({ teamAccountId }) => teamAccountId === developerAccountId)
  );
}
