import { type Html, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { ageOf } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type AppFacts, isOpen, subjectOf } from "../apps/facts.ts";
import { appPath } from "../paths.ts";
import { isClaimedByOther } from "./claim-view.ts";

const DECISIONS: readonly string[] = ["approve", "request_changes", "reject"];

/** A link to the next app to review, shown after a decision and while another operator reviews this app. */
export function nextView(context: PageContext, facts: AppFacts): Html | null {
  const { review } = context.t.console;
  const wasDecided = context.flash?.done !== undefined && DECISIONS.includes(facts.history[0]?.action ?? "");
  if (isOpen(subjectOf(facts.app)) ? !isClaimedByOther(context, facts) : !wasDecided) return null;
  const { next } = facts.queue;
  const body =
    next === undefined
      ? html`<p>${review.queueEmpty}</p>`
      : html`<p><strong dir="auto">${next.name}</strong><br><small class="muted">${review.waits} ${ageOf(context, next.submittedAt)}</small></p>
<p>${linkButton(appPath(next.clientId), review.openNext)}</p>`;
  return html`<section class="card next-step" aria-labelledby="next"><h2 id="next">${review.next}</h2>${body}</section>`;
}
