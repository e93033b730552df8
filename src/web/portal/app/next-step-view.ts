import { type App, AppState, type Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { WebhookEndpoint } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { copyAction } from "../../components/copy.ts";
import { appStateKey } from "../../components/enum-names.ts";
import { areaField } from "../../components/fields.ts";
import { buttonForm, csrfField, type FieldError } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { notice } from "../../components/notice.ts";
import { linkButton } from "../../components/page-header.ts";
import { reasonText } from "../../components/reason.ts";
import { scopeDecision } from "../../components/scope-decision.ts";
import { supportLink } from "../../components/support-link.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { draftOf } from "../app-form/form.ts";
import { missingList } from "../app-form/missing-view.ts";
import {
  attentionPath,
  isSubmittable,
  isUnderReview,
  isUrgent,
  launchUrlPath,
  leadsNowhere,
  pathOf,
} from "../own-app.ts";
import { mustVerify } from "../team/current.ts";
import { firstTasks, otherTasks, taskList } from "./also-view.ts";
import { sameNameNotice } from "./same-name.ts";

interface NextStep {
  app: App;
  catalogue: readonly Scope[];
  endpoints: readonly WebhookEndpoint[];
  needsAttention: number;
  /** The errors that prevent a submission. */
  missing: readonly FieldError[];
  sameName: App | null;
}

/** The state of the app, the reviewer's message and the next step. Urgent tasks come before a step that can wait. */
export function nextStep(context: PageContext, view: NextStep): Html {
  const { t } = context;
  const { app, catalogue, needsAttention, missing } = view;
  const { next, nextOfRevision } = t.portal.app;
  const texts = (app.pending === undefined ? next : nextOfRevision)(context.platformName);
  const reason = saysWhy(app) ? reasonText(context, app) : null;
  const urgent = isUrgent(app, needsAttention);
  const state = stateOf(app);
  const text = urgent ? t.portal.app.urgent(needsAttention) : (exceptionOf(context, view) ?? texts[appStateKey(state)]);
  const { first, others } = tasksOf(context, view);
  const heading = html`<h2 id="next-step">${t.portal.app.nextTitle}</h2>`;
  const before = firstTasks(context, first);
  const steps = urgent ? urgentSteps(context, app) : stepsOf(context, view, before ? "secondary" : "primary");
  return html`<section class="card card-row next-step" aria-labelledby="next-step">${before && html`${heading}${before}`}
<div>${!before && heading}
<p>${text}${waitingSince(context, app)}</p>
${reason && html`<div class="notice notice-warn"><p>${t.portal.app.reviewerMessage(context.platformName)}</p><blockquote>${reason}</blockquote></div>`}
${refusedScopes(context, app, catalogue)}
${missingParts(context, view)}
${sameNameNotice(context, view.sameName)}
${nowhere(context, app)}
${missing.length === 0 && maySubmit(context, app) && noteField(context)}
${waitsForEmail(context, app) && html`<p class="notice notice-warn">${t.portal.app.unverified}</p>`}</div>
${steps.length > 0 && html`<div class="buttons">${steps}</div>`}
${taskList(t.portal.app.also.title, others)}</section>`;
}

/** The action on the whole app: to edit it, or to end the review that prevents that. It is the primary one if editing is the next step. */
export function appAction(context: PageContext, view: NextStep): Html | null {
  const { app, missing, needsAttention } = view;
  const { edit, withdraw } = context.t.portal.app;
  if (app.state === AppState.ARCHIVED) return null;
  if (isUnderReview(app))
    return buttonForm(context, { action: `${pathOf(app)}/withdraw`, label: withdraw, tone: "secondary" });
  const canWait = missing.length === 0 || isUrgent(app, needsAttention) || tasksOf(context, view).first.length > 0;
  const isNext = !waitsForEmail(context, app) && (MUST_ACT.includes(stateOf(app)) || !canWait);
  return linkButton(`${pathOf(app)}/edit`, edit, isNext ? "primary" : "secondary");
}

/** The state of the app, or of its revision. */
function stateOf(app: App): AppState {
  return (app.pending ?? app).state;
}

/** The tasks that come before the next step, if it can wait, and the others. */
function tasksOf(context: PageContext, view: NextStep) {
  const { app, needsAttention } = view;
  const isFirst = isUrgent(app, needsAttention);
  const { urgent, later } = otherTasks(context, { ...view, needsAttention: isFirst ? 0 : needsAttention });
  const mayWait = !isFirst && !MUST_ACT.includes(stateOf(app)) && app.state !== AppState.SUSPENDED;
  return mayWait ? { first: urgent, others: later } : { first: [], others: [...urgent, ...later] };
}

/** The states of a revision that the reviewer returned. */
const MUST_ACT: readonly AppState[] = [AppState.CHANGES_REQUESTED, AppState.REJECTED];

/** When the app or its revision was submitted, while it waits for the reviewer. */
function waitingSince(context: PageContext, app: App): Html | null {
  const { submittedAt } = app.pending ?? app;
  if (!isUnderReview(app) || submittedAt === undefined) return null;
  return html` ${context.t.appActions.submit}: ${formatTimestamp(context, submittedAt)}.`;
}

/** The steps of a live app whose installations need attention. */
function urgentSteps({ t }: PageContext, app: App): Html[] {
  const texts = t.portal.app;
  return [linkButton(attentionPath(app), texts.openUrgent)];
}

/** The requested restricted scopes that the platform refused. */
function refusedScopes({ t, platformName }: PageContext, app: App, catalogue: readonly Scope[]): Html | null {
  const refused = draftOf(app).scopes.filter(({ name }) => scopeDecision(app, name, catalogue) === "refused");
  if (refused.length === 0) return null;
  const texts = t.scopes.decisions(platformName).refused;
  const items = refused.map(({ name }) => {
    const title = catalogue.find((scope) => scope.name === name)?.title || name;
    return html`<li>${title} <code>${name}</code></li>`;
  });
  return html`<div class="notice notice-warn"><p>${texts.lead}</p><ul>${items}</ul><p>${texts.hint}</p></div>`;
}

/** True if the next step has a button that submits the app. */
function maySubmit(context: PageContext, app: App): boolean {
  return isSubmittable(app) && !waitsForEmail(context, app);
}

/** The errors that the app has before it can be submitted, with links to the fields. */
function missingParts({ t }: PageContext, { app, missing }: NextStep): Html | null {
  if (missing.length === 0) return null;
  return missingList({ errors: missing, formPath: `${pathOf(app)}/edit`, lead: t.portal.app.missing });
}

/** The sentence of a complete draft, and of a live app whose install link leads nowhere; null for others. */
function exceptionOf({ t }: PageContext, { app, missing }: NextStep): string | null {
  const { complete, approvedNowhere } = t.portal.app;
  if (isLiveNowhere(app)) return approvedNowhere;
  return app.state === AppState.DRAFT && missing.length === 0 ? complete : null;
}

/** True if the app is live and its install link is the next step, but leads nowhere. */
function isLiveNowhere(app: App): boolean {
  return app.state === AppState.APPROVED && app.pending === undefined && leadsNowhere(draftOf(app), app);
}

/** A warning if the install link of the version to submit, or of the submitted one, would lead nowhere. */
function nowhere({ t }: PageContext, app: App): Html | null {
  const { nowhere: text, nowhereSubmitted, installLink } = t.portal.app;
  if (!leadsNowhere(draftOf(app), app)) return null;
  if (isUnderReview(app)) return notice("warn", `${text} ${nowhereSubmitted}`);
  return isSubmittable(app)
    ? notice("warn", html`${text} <a href="${launchUrlPath(app)}">${installLink.addLaunchUrl}</a>`)
    : null;
}

/** The id of the form that submits the app. Its note stands beside it. */
const SUBMIT_FORM = "submit-app";

/** The developer's words to the reviewer, folded. */
function noteField({ t }: PageContext): Html {
  const { note: label, noteHint: hint } = t.portal.form;
  const field = { name: "note", label, hint, rows: 3, optional: true, form: SUBMIT_FORM };
  return html`<details class="detail"><summary>${t.portal.app.addNote}</summary>${areaField(field)}</details>`;
}

/** True if the next step is submission and the developer's email address is not verified. */
function waitsForEmail(context: PageContext, app: App): boolean {
  return mustVerify(context, app.developerAccountId) && isSubmittable(app);
}

/** True in states in which the page shows the reviewer's message, because the developer must act. */
export function saysWhy({ state, pending }: App): boolean {
  const states: AppState[] = [AppState.CHANGES_REQUESTED, AppState.REJECTED, AppState.SUSPENDED, AppState.DRAFT];
  return states.includes(pending?.state ?? state) || states.includes(state);
}

/** The steps in this state, without those of `appAction`. The first is the main one, except where that is to edit the app. */
function stepsOf(context: PageContext, { app, missing }: NextStep, main: "primary" | "secondary"): HtmlValue[] {
  const { t } = context;
  const texts = t.portal.app;
  const path = pathOf(app);
  const submit = (label: string, tone: "primary" | "secondary") =>
    html`<form method="post" action="${`${path}/submit`}" id="${SUBMIT_FORM}" data-once>${csrfField(context.csrfToken)}
<button type="submit" class="${tone === "secondary" && tone}">${label}</button></form>`;
  if (waitsForEmail(context, app)) return [linkButton("/account", texts.verify, main), discard(context, app)];
  switch (stateOf(app)) {
    case AppState.DRAFT:
      return [submit(texts.submit, missing.length > 0 ? "secondary" : main), discard(context, app)];
    case AppState.CHANGES_REQUESTED:
    case AppState.REJECTED:
      return [submit(texts.submitAgain, "secondary"), discard(context, app)];
    case AppState.SUBMITTED:
    case AppState.IN_REVIEW:
      return app.pending === undefined ? [linkButton("/portal/test-merchants", texts.installLink.test, main)] : [];
    case AppState.APPROVED: {
      const { addLaunchUrl, copyLink } = texts.installLink;
      if (isLiveNowhere(app)) return [linkButton(launchUrlPath(app), addLaunchUrl, main)];
      return [copyAction(t, { id: "install-link", label: copyLink, tone: main })];
    }
    case AppState.SUSPENDED:
      return [supportLink(context)].filter((link) => link !== null);
    default:
      return [];
  }
}

export function discard(context: PageContext, app: App): Html | null {
  if (app.pending === undefined) return null;
  const label = context.t.portal.app.discard;
  return buttonForm(context, { action: `${pathOf(app)}/discard`, label, tone: "quiet" });
}
