import {
  type AppAction,
  type AppState,
  decideAppTransition,
  decideRevisionTransition,
  reachOf,
} from "../../oauth/app-state.ts";
import type { AppChange } from "../../store/apps/apps.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { Reason } from "../reason.ts";
import { checkAccess, type Need } from "./access.ts";
import { isLive, record, refuseState, touch } from "./change.ts";

const NEEDS: Record<AppAction, Need> = {
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

/** Steps that are about what the developer wrote; of a live app they are about its pending revision. */
const ABOUT_DRAFT: readonly AppAction[] = [
  "submit",
  "withdraw",
  "start_review",
  "approve",
  "request_changes",
  "reject",
];

/** A step that the rules allow, not yet taken. */
export interface AllowedStep {
  action: AppAction;
  /** It is about the pending revision and leaves the app's own state alone. */
  ofRevision: boolean;
  from: AppState;
  to: AppState;
}

/** @throws RequestError NOT_FOUND, OPERATOR_ONLY, DEVELOPER_ONLY, OWN_APP, STATE */
export function allowStep({ app, pending }: AppChange, call: Call, action: AppAction): AllowedStep {
  const { ownsApp } = checkAccess(call, app.developer.id, NEEDS[action]);
  const ofRevision = pending !== null && isLive(app.state) && ABOUT_DRAFT.includes(action);
  const from = ofRevision ? pending.state : app.state;
  const decide = ofRevision ? decideRevisionTransition : decideAppTransition;
  const decision = decide({ state: from, action, ownsApp });
  if (decision.kind === "move") return { action, ofRevision, from, to: decision.to };
  if (decision.reason === "OWN_APP") {
    throw new RequestError("permission_denied", "OWN_APP", "Nobody reviews their own app.");
  }
  const subject = ofRevision ? "The pending revision" : "The app";
  throw refuseState(`${subject} is ${from}; that does not allow ${action.replace("_", " ")}.`);
}

/** Takes a step: state, reason, moments, history, audit, and what it means for tokens that are out. */
export function takeStep(change: AppChange, call: Call, step: AllowedStep, reason: Reason | null): void {
  const { app } = change;
  const now = new Date(change.now / 1000);
  const subject = step.ofRevision ? change.pending! : app;
  const revision = step.ofRevision ? change.pending!.number : app.revision;
  subject.state = step.to;
  subject.reasonCode = reason?.code ?? null;
  subject.reasonText = reason?.text ?? null;
  subject.updatedAt = now;
  if (step.action === "submit") subject.submittedAt = now;
  touch(change);
  record(change, call, { action: step.action, revision, fromState: step.from, toState: step.to, reason });
  if (!step.ofRevision) tellReach(change, step);
}

/** Tells the feed where tokens of the app, those on test merchants too, stop or work again by the step. */
function tellReach({ app, publish }: AppChange, { from, to }: AllowedStep): void {
  const stopped = reachOf(from) === "none";
  const stops = reachOf(to) === "none";
  if (stopped === stops || to === "ARCHIVED") return;
  publish({ subject: "APP", subjectId: app.clientId, kind: stops ? "SUSPENDED" : "RESUMED" });
}
