import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type AppFacts, isOpen, subjectOf } from "../apps/facts.ts";
import { profileDifference } from "../apps/profile-view.ts";

const FINAL: readonly AppState[] = [AppState.APPROVED, AppState.SUSPENDED, AppState.ARCHIVED];

/** The changes of the developer since the last decision, and since a withdrawal after it. */
export function changesView(context: PageContext, facts: AppFacts): Html {
  return html`${sinceDecision(context, facts)}${sinceWithdrawal(context, facts)}`;
}

/** The changes since the version that the developer withdrew from the review; null unless it was submitted again. */
function sinceWithdrawal(context: PageContext, { app, catalogue, review: { withdrawal } }: AppFacts): Html | null {
  const { review } = context.t.console;
  const subject = subjectOf(app);
  if (withdrawal?.profile === undefined || subject.profile === undefined || !isOpen(subject)) return null;
  const { logoDigest } = withdrawal;
  const current = { revision: subject.profile, logoDigest: subject.logoDigest, catalogue, none: review.unchanged };
  return html`<section class="card" aria-labelledby="difference-withdrawn"><h2 id="difference-withdrawn">${review.changesSinceWithdrawal}</h2>
<p class="muted">${review.withdrawn} · ${formatTimestamp(context, withdrawal.at)}</p>
${differenceTo(context, { live: withdrawal.profile, logoDigest }, current)}</section>`;
}

/** The changes since the last decision, and since the live version; null if there is nothing to compare. */
function sinceDecision(context: PageContext, facts: AppFacts): Html | null {
  const { review, apps } = context.t.console;
  const { app, catalogue } = facts;
  const subject = subjectOf(app);
  const decision = facts.review.lastDecision;
  if (subject.profile === undefined || FINAL.includes(subject.state)) return null;
  const current = { revision: subject.profile, logoDigest: subject.logoDigest, catalogue, none: apps.differenceNone };
  const live =
    subject.revision &&
    app.profile &&
    differenceTo(context, { live: app.profile, logoDigest: app.logoDigest }, current);
  if (decision === undefined && !live) return null;
  const returned = decision?.action === "request_changes" || decision?.action === "reject";
  // Nothing was submitted since.
  if (returned && !isOpen(subject)) return null;
  const reviewed =
    decision?.profile &&
    differenceTo(
      context,
      { live: decision.profile, logoDigest: decision.logoDigest },
      returned ? { ...current, none: review.unchanged } : current,
    );
  const lead =
    decision &&
    html`${review.decided[decision.action]} · ${formatTimestamp(context, decision.at)}${subject.number > 1 && html` · ${apps.revisionMark(decision.revision, subject.number)}`}`;
  const folded = reviewed && live && decision?.action !== "approve";
  return html`<section class="card" aria-labelledby="difference"><h2 id="difference">${review.changes}</h2>
<p class="muted">${lead ?? apps.live(app.revision)}</p>
${decision && !reviewed && live && html`<p>${review.notRecorded}</p>`}
${reviewed ?? live}
${folded && html`<details class="detail"><summary>${review.live}</summary>${live}</details>`}</section>`;
}

type Profile = NonNullable<AppFacts["app"]["profile"]>;

function differenceTo(
  context: PageContext,
  before: { live: Profile; logoDigest: string },
  current: { revision: Profile; logoDigest: string; catalogue: AppFacts["catalogue"]; none: string },
): Html {
  const logoChanged = before.logoDigest !== current.logoDigest;
  const { revision, catalogue, none } = current;
  return profileDifference(context, { live: before.live, revision, logoChanged, catalogue, none });
}
