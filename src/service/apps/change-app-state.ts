import type { AppEventType } from "../../model/outbox-event.ts";
import {
  type AppAction,
  type AppState,
  decideAppTransition,
  decideRevisionTransition,
  reachOf,
} from "../../oauth/app-state.ts";
import type { AppChange } from "../../store/apps/app-change.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { findReasonViolations, type Reason } from "../reason.ts";
import { DECISIONS, endReview, enforceClaim } from "../reviews/claim.ts";
import { requireNoViolations } from "../violations.ts";
import { type AppAccess, checkAccess, ownApp } from "./access.ts";
import { addHistory, changeApp, touch, wrongState } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";
import { isLive } from "./draft.ts";
import { profileOf } from "./profile.ts";
import { refuseScopes } from "./refused-scopes.ts";

export interface ChangeAppStateRequest {
  clientId: string;
  action: AppAction;
  /** Shown to the developer. */
  reason?: Reason;
  /** The number of the revision that was reviewed; null or absent: the revision that is in review. */
  revision?: number | null;
  /** The requested restricted scopes that a returned or rejected app is refused. */
  restrictedScopesRefused?: string[];
}

/** A request for a decision whose reason the developer reads. */
export interface ReasonRequest {
  clientId: string;
  reasonCode: string;
  reasonText: string;
}

/** A decision that returns or rejects an app. */
export interface ReturnRequest extends ReasonRequest {
  /** The number of the revision that was reviewed; null: the revision that is in review. */
  revision: number | null;
  /** The requested restricted scopes that the decision refuses. */
  restrictedScopesRefused?: string[];
}

/**
 * Changes the state of an app. Actions on the profile of a live app change the state of its pending revision instead.
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, DEVELOPER_ONLY, OWN_APP, STATE, REVISION_CHANGED, CLAIMED, INVALID
 */
export async function changeAppState(
  deps: AppDependencies,
  { clientId, action, reason, revision, restrictedScopesRefused: refusedScopes }: ChangeAppStateRequest,
  call: Call,
): Promise<AppDetails> {
  return changeApp(deps.apps, clientId, async (change) => {
    const transition = requireTransition(change, call, action);
    requireRevision(change, transition, revision ?? null);
    await enforceClaim(change, call, action);
    if (reason !== undefined) requireNoViolations(findReasonViolations(reason));
    await refuseScopes(change, transition.ofRevision ? change.pending! : change.app, refusedScopes ?? []);
    applyTransition(change, call, { ...transition, ...(refusedScopes && { refusedScopes }) }, reason);
    await endReview(change, action);
    return change;
  });
}

const ACCESS: Record<AppAction, AppAccess> = {
  submit: "write",
  withdraw: "write",
  start_review: "review",
  approve: "review",
  request_changes: "review",
  reject: "review",
  suspend: "review",
  resume: "review",
  archive: "archive",
};

/** Actions that, for a live app, apply to its pending revision. */
const PROFILE_ACTIONS: readonly AppAction[] = [
  "submit",
  "withdraw",
  "start_review",
  "approve",
  "request_changes",
  "reject",
];

/** An allowed transition of the app, or of its pending revision. */
export interface Transition {
  action: AppAction;
  ofRevision: boolean;
  from: AppState;
  to: AppState;
  /** The developer's words to the reviewer, for the history only. */
  note?: string;
  /** The requested restricted scopes that a decision refuses, for the history only. */
  refusedScopes?: string[];
}

/** @throws RequestError NOT_FOUND, OPERATOR_ONLY, DEVELOPER_ONLY, OWN_APP, STATE */
export function requireTransition({ app, pending }: AppChange, call: Call, action: AppAction): Transition {
  const { ownsApp } = checkAccess(call, app.developer.id, ACCESS[action]);
  const ofRevision = pending !== null && isLive(app.state) && PROFILE_ACTIONS.includes(action);
  const from = ofRevision ? pending.state : app.state;
  const decide = ofRevision ? decideRevisionTransition : decideAppTransition;
  const decision = decide({ state: from, action, ownsApp });
  if (decision.kind === "move") return { action, ofRevision, from, to: decision.to };
  if (decision.reason === "OWN_APP") throw ownApp();
  const subject = ofRevision ? "The pending revision" : "The app";
  throw wrongState(`${subject} is ${from}; that does not allow ${action.replace("_", " ")}.`);
}

/** The number of the revision that a transition is about. @throws RequestError REVISION_CHANGED if the reviewer read another one */
export function requireRevision(
  { app, pending }: AppChange,
  { ofRevision }: Transition,
  reviewed: number | null,
): number {
  const number = ofRevision ? pending!.number : app.revision;
  if (reviewed === null || reviewed === number) return number;
  throw new RequestError("aborted", "REVISION_CHANGED", `Revision ${number} is in review now: read it first.`);
}

/** The outbox event of each action that has one. Verdicts on a revision of a live app have these events too. */
const EVENTS: Partial<Record<AppAction, AppEventType>> = {
  approve: "app.approved",
  request_changes: "app.changes_requested",
  reject: "app.rejected",
  suspend: "app.suspended",
  resume: "app.reinstated",
};

/**
 * Writes the new state with its reason and times. Adds entries to the history, the audit log and the outbox. Publishes a feed event if
 * tokens become active or inactive.
 */
export function applyTransition(change: AppChange, call: Call, transition: Transition, reason?: Reason): void {
  const { action, ofRevision, from, to, note, refusedScopes } = transition;
  const subject = ofRevision ? change.pending! : change.app;
  const revision = ofRevision ? change.pending!.number : change.app.revision;
  const now = new Date(change.now / 1000);
  subject.state = to;
  subject.reasonCode = reason?.code ?? null;
  subject.reasonText = reason?.text ?? null;
  subject.updatedAt = now;
  if (action === "submit") subject.submittedAt = now;
  touch(change);
  const wasReviewed = DECISIONS.includes(action) || (action === "withdraw" && from === "IN_REVIEW");
  const profile = wasReviewed ? profileOf(subject) : null;
  const step = { action, revision, fromState: from, toState: to, reason: reason ?? null };
  addHistory(change, call, { ...step, note, profile, refusedScopes });
  const type = EVENTS[action];
  if (type !== undefined) change.emit({ type, clientId: change.app.clientId });
  if (!ofRevision) publishReach(change, transition);
}

function publishReach({ app, publish }: AppChange, { from, to }: Transition): void {
  const wasInactive = reachOf(from) === "none";
  const isInactive = reachOf(to) === "none";
  if (wasInactive === isInactive || to === "ARCHIVED") return;
  publish({ subject: "APP", subjectId: app.clientId, kind: isInactive ? "SUSPENDED" : "RESUMED" });
}
