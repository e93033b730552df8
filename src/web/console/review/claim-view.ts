import { buttonForm } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { factList } from "../../components/list.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { AppFacts } from "../apps/facts.ts";

/** True if another operator has claimed the review. */
export function isClaimedByOther(context: PageContext, { review: { claim } }: AppFacts): boolean {
  return claim !== undefined && claim.accountId !== context.account.accountId;
}

/** The claim of an app in review, and the step to change it. */
export function claimView(context: PageContext, facts: AppFacts): Html {
  const { review } = context.t.console;
  const { claim } = facts.review;
  const path = `/console/apps/${facts.app.clientId}`;
  if (claim === undefined) {
    return html`<p>${review.free}</p>${buttonForm(context, { action: `${path}/claim`, label: review.claim, tone: "secondary" })}`;
  }
  const times: [string, Html | string][] = [
    [review.since, formatTimestamp(context, claim.claimedAt)],
    [review.until, formatTimestamp(context, claim.expiresAt)],
  ];
  if (isClaimedByOther(context, facts)) {
    const name = html`<a href="${`/console/accounts/${claim.accountId}`}" dir="auto">${claim.accountName}</a>`;
    return html`<div class="notice notice-warn"><p>${review.other}</p></div>${factList([[review.reviewer, name], ...times])}`;
  }
  return html`<p>${review.mine}</p>${factList(times)}
${buttonForm(context, { action: `${path}/release`, label: review.release, tone: "secondary" })}`;
}
