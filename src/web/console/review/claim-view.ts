import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { letterTile } from "../../components/letter-tile.ts";
import { personName } from "../../components/person-name.ts";
import { ageOf, formatTimeLeft, formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { type AppFacts, subjectOf } from "../apps/facts.ts";
import { appPath } from "../paths.ts";

type Claim = NonNullable<AppFacts["review"]["claim"]>;

/** True if another operator has claimed the review. */
export function isClaimedByOther(context: PageContext, { review: { claim } }: AppFacts): boolean {
  return claim !== undefined && claim.accountId !== context.account.accountId;
}

/** True if the operator has claimed the review. */
export function hasClaim(context: PageContext, { review: { claim } }: AppFacts): boolean {
  return claim?.accountId === context.account.accountId;
}

/** True if the page has the forms of a decision. */
export function canDecide(context: PageContext, facts: AppFacts): boolean {
  const isInReview = subjectOf(facts.app).state === AppState.IN_REVIEW;
  return isInReview && !facts.review.ownApp && !isClaimedByOther(context, facts);
}

/** A rejected step of a review. If another operator has claimed it, the message says who and when. */
export function withClaimant(context: PageContext, facts: AppFacts, rejected: RejectedForm): RejectedForm {
  const { claim } = facts.review;
  if (claim === undefined || rejected.message === null || !isClaimedByOther(context, facts)) return rejected;
  const [claimed, end] = context.t.console.review.otherSince;
  const name = personName(context, claim.accountName);
  const message = html`<bdi>${name}</bdi>${claimed}${formatTimestamp(context, claim.claimedAt)}${end}`;
  return { ...rejected, message };
}

/** The claim of an app in review, and the step to change it. */
export function claimView(context: PageContext, facts: AppFacts): Html {
  const { review } = context.t.console;
  const { claim } = facts.review;
  const path = appPath(facts.app.clientId);
  if (claim === undefined) {
    return html`<p>${startedBy(context, facts) ?? review.free}</p><p class="muted"><small>${review.claimHint}</small></p>
${buttonForm(context, { action: `${path}/claim`, label: review.claim })}`;
  }
  if (isClaimedByOther(context, facts)) {
    const name = html`<a href="${`/console/accounts/${claim.accountId}`}" dir="auto">${claim.accountName}</a>`;
    return html`${claimRow(context, claim, html`${name} ${review.other}`)}
<p class="muted"><small>${review.otherHint} ${review.takeOverEffect(personName(context, claim.accountName))}</small></p>
<form method="post" action="${`${path}/take-over`}" data-once>${csrfField(context.csrfToken)}
<input type="hidden" name="from" value="${claim.accountId}"><button type="submit" class="secondary">${review.takeOver}</button></form>`;
  }
  const release = html`<form method="post" action="${`${path}/release`}" data-once>${csrfField(context.csrfToken)}
<button type="submit" class="secondary button-small">${review.release}</button></form>`;
  return claimRow(context, claim, review.mine, release);
}

/** The operator whose claim has ended without a decision; null if a service key has started the review. */
function startedBy(context: PageContext, { history }: AppFacts): Html | null {
  const start = history.find(({ action }) => action === "start_review");
  if (start === undefined || start.accountId === "") return null;
  const [started, end] = context.t.console.review.started;
  const name = personName(context, start.accountName) || start.accountId;
  return html`<a href="${`/console/accounts/${start.accountId}`}" dir="auto">${name}</a>${started}${formatTimestamp(context, start.at)}${end}`;
}

/** True in the first minute. */
function isNew({ claimedAt }: Claim): boolean {
  return claimedAt !== undefined && Date.now() - timestampMs(claimedAt) < 60_000;
}

/** The reviewer and the times of the claim, with an action at the end. */
function claimRow(context: PageContext, claim: Claim, text: Html | string, action: Html | null = null): Html {
  const { review } = context.t.console;
  return html`<div class="claim">${letterTile(claim.accountName, "person")}<div><p>${text}</p>
<p class="muted"><small>${isNew(claim) ? review.claimedNow : html`${review.claimedFor} ${ageOf(context, claim.claimedAt)}`}, ${review.ends} ${formatTimeLeft(context, claim.expiresAt)}</small></p></div>${action}</div>`;
}
