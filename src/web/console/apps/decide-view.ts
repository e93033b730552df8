import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { checkField } from "../../components/fields.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { appPath } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";
import { checksSummary, hasBlocker } from "../review/checks-view.ts";
import { claimView, isClaimedByOther } from "../review/claim-view.ts";
import { DECISION_FORM, RESTRICTED, refusalField } from "../review/decision-form.ts";
import { templateChoice } from "../review/template-choice.ts";
import { stateSteps } from "../state-steps.ts";
import { type AppFacts, isOpen, restrictedScopes, type Subject, subjectOf } from "./facts.ts";

/** The card of a reviewer's decision; null if no review is open. */
export function decideView(context: PageContext, facts: AppFacts, rejected: RejectedForm | null): Html | null {
  const { apps } = context.t.console;
  const subject = subjectOf(facts.app);
  const step = reviewStep(context, { facts, subject, rejected });
  if (step === null) return null;
  return html`<section class="card reviewer" aria-labelledby="decide"><h2 id="decide">${apps.decision}</h2>
${checksSummary(context, facts)}${subject.revision && html`<p>${apps.staysLive(facts.app.revision, subject.number)}</p>`}${step}</section>`;
}

/** The step that the card offers first. */
export function decideLabel(context: PageContext, facts: AppFacts): string {
  const { apps, review } = context.t.console;
  if (facts.review.ownApp) return apps.decision;
  if (subjectOf(facts.app).state === AppState.SUBMITTED) return review.claim;
  if (isClaimedByOther(context, facts)) return review.takeOver;
  return facts.review.claim === undefined ? review.claim : apps.decide;
}

interface Review {
  facts: AppFacts;
  subject: Subject;
  rejected: RejectedForm | null;
}

function reviewStep(context: PageContext, review: Review): Html | null {
  const { app } = review.facts;
  const { apps, review: texts } = context.t.console;
  const { state } = review.subject;
  if (!isOpen(review.subject)) return null;
  if (review.facts.review.ownApp) return html`<p class="notice notice-warn">${apps.ownApp}</p>`;
  if (state === AppState.IN_REVIEW) {
    const claim = claimView(context, review.facts);
    if (isClaimedByOther(context, review.facts)) return claim;
    const form = decisionForm(context, review);
    if (review.facts.review.claim !== undefined) return html`${claim}${form}`;
    return html`${claim}<details class="unclaimed" ${review.rejected && "open"}><summary>${texts.withoutClaim}</summary>${form}</details>`;
  }
  return html`<p class="muted"><small>${apps.startReviewHint}</small></p>
${buttonForm(context, { action: `${appPath(app.clientId)}/start-review`, label: texts.claim })}`;
}

/**
 * The form of all decisions, so that each step keeps all of its input. It contains the revision number, so that the decision applies to the
 * revision on the page.
 */
function decisionForm(context: PageContext, review: Review): Html {
  return html`<form method="post" id="${DECISION_FORM}" action="${`${appPath(review.facts.app.clientId)}/approve`}" data-once novalidate>
${csrfField(context.csrfToken)}<input type="hidden" name="revision" value="${review.subject.number}">
${approvePart(context, review)}
${verdictPart(context, review)}
</form>`;
}

function approvePart(context: PageContext, review: Review): Html {
  const { installations } = review.facts;
  const { apps } = context.t.console;
  return html`<div class="choice-part"><h3>${apps.approveHeading}</h3>
<p class="${installations === 0 ? "muted all-allowed" : "muted"}">${apps.approveHint(installations)}</p>
<p class="muted">${apps.approveNotice}</p>
${restrictedChoice(context, review)}
<button type="submit" ${hasBlocker(review.facts) && html`class="secondary"`}>${apps.approve}</button></div>`;
}

/** The choice of the app's restricted scopes. Those that were allowed before are checked. */
function restrictedChoice({ t }: PageContext, { facts, subject, rejected }: Review): Html | null {
  const { apps: texts } = t.console;
  const { app, catalogue } = facts;
  const scopes = restrictedScopes(subject, catalogue);
  if (scopes.length === 0) return null;
  const ticked = rejected === null ? app.restrictedScopesAllowed : rejected.fields.all(RESTRICTED);
  const boxes = scopes.map(({ name, optional }, at) => {
    const label = html`${catalogue.get(name)?.title} <code>${name}</code>`;
    const id = at === 0 ? "restricted_scopes_allowed" : `restricted-${at}`;
    const hint = optional ? {} : { hint: texts.restrictedRequired };
    return checkField({ id, name: RESTRICTED, value: name, label, ...hint, checked: ticked.includes(name) });
  });
  return html`<fieldset><legend>${texts.restricted}</legend>
<p class="muted"><small>${texts.restrictedHint}${facts.installations > 0 && html` ${texts.restrictedLoss}`}</small></p>${boxes}</fieldset>`;
}

function verdictPart(context: PageContext, review: Review): Html {
  const { apps } = context.t.console;
  const path = appPath(review.facts.app.clientId);
  const { revision } = review.subject;
  const restricted = restrictedScopes(review.subject, review.facts.catalogue).map(({ name }) => name);
  const request = html`<button type="submit" ${!hasBlocker(review.facts) && html`class="secondary"`} formaction="${`${path}/request-changes`}">${apps.requestChanges}</button>`;
  const reject = html`<button type="submit" class="danger outline" formaction="${`${path}/reject`}">${apps.reject}</button>`;
  const steps = [
    { hint: revision ? apps.requestChangesLive : apps.requestChangesEffect, action: request },
    { hint: revision ? apps.rejectLive : apps.rejectEffect, action: reject },
  ];
  return html`<div class="choice-part"><h3 id="decision">${apps.returnHeading}</h3>
<p class="muted">${apps.returnHint}</p>
${templateChoice(context, review.facts, review.rejected)}
${reasonFields(context, { kind: "review", rejected: review.rejected })}
${refusalField(context, restricted, review.rejected)}
${stateSteps(steps)}</div>`;
}

/** Suspension, archiving and the revocation of all tokens; null for an archived app. */
export function standingSteps(context: PageContext, { app, review, installations }: AppFacts): Html | null {
  const { apps } = context.t.console;
  if (app.state === AppState.ARCHIVED) return null;
  const path = appPath(app.clientId);
  const tokens = `/console/tokens/end?${new URLSearchParams({ subject: "app", id: app.clientId })}`;
  // An app that was never approved and is not installed has no tokens.
  const hasTokens = installations > 0 || app.state === AppState.APPROVED || app.state === AppState.SUSPENDED;
  const resume = buttonForm(context, { action: `${path}/resume`, label: apps.resume });
  const steps = [
    app.state === AppState.SUSPENDED && !review.ownApp && { hint: apps.resumeHint, action: resume },
    app.state === AppState.APPROVED && {
      hint: apps.suspendHint,
      action: linkButton(`${path}/suspend`, apps.suspend, "secondary"),
    },
    hasTokens && { hint: apps.revokeHint, action: linkButton(tokens, apps.revokeTokens, "secondary") },
    { hint: apps.archiveHint, action: linkButton(`${path}/archive`, apps.archive, "danger outline") },
  ];
  const title = steps.filter(Boolean).length > 1 ? apps.stateChanges : apps.archiveHeading;
  return html`<section class="card" aria-labelledby="state-changes"><h2 id="state-changes">${title}</h2>${stateSteps(steps)}</section>`;
}
