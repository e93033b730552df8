import { type Html, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { ageOf, isOlder } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type AppFacts, isOpen, subjectOf } from "../apps/facts.ts";
import { appPath } from "../paths.ts";
import { isClaimedByOther } from "./claim-view.ts";

const DECISIONS: readonly string[] = ["approve", "request_changes", "reject"];

/**
 * A link to the next app to review, shown while another operator reviews this app, and for a day after a decision of the operator or a
 * withdrawal. Without a next app, only the page right after the decision says so.
 */
export function nextView(context: PageContext, facts: AppFacts): Html | null {
  const { review } = context.t.console;
  if (isOpen(subjectOf(facts.app)) ? !isClaimedByOther(context, facts) : !hasLeftReview(context, facts)) return null;
  const { next } = facts.queue;
  const body = next === undefined ? html`<p>${review.queueEmpty}</p>` : nextApp(context, facts, next, "primary");
  return html`<section class="card next-step" aria-labelledby="next"><h2 id="next">${review.next}</h2>${body}</section>`;
}

/** The next app below the decision, which comes first; null without a next app, and where `nextView` shows it. */
export function laterView(context: PageContext, facts: AppFacts): Html | null {
  const { next } = facts.queue;
  if (next === undefined || !isOpen(subjectOf(facts.app)) || isClaimedByOther(context, facts)) return null;
  return html`<section class="card" aria-labelledby="next"><h2 id="next">${context.t.console.review.next}</h2>${nextApp(context, facts, next, "secondary")}</section>`;
}

type NextApp = NonNullable<AppFacts["queue"]["next"]>;

/** The next app. If its name is like that of this app, its ID tells them apart. */
function nextApp(context: PageContext, facts: AppFacts, next: NextApp, tone: "primary" | "secondary"): Html {
  const { review } = context.t.console;
  const isSimilar = facts.similarNames.some(({ clientId }) => clientId === next.clientId);
  return html`<p><strong dir="auto">${next.name}</strong>${isSimilar && html`<br><code>${next.clientId}</code>`}<br><small class="muted">${review.waits} ${ageOf(context, next.submittedAt)}</small></p>
<p>${linkButton(appPath(next.clientId), review.openNext, tone)}</p>`;
}

function hasLeftReview(context: PageContext, { history, queue }: AppFacts): boolean {
  const [last] = history;
  if (last === undefined) return false;
  const isDecision = DECISIONS.includes(last.action);
  if (context.flash?.done !== undefined) return isDecision;
  if (queue.next === undefined || isOlder(last.at, 1)) return false;
  return last.action === "withdraw" || (isDecision && last.accountId === context.account.accountId);
}
