export const APP_STATES = [
  "DRAFT",
  "SUBMITTED",
  "IN_REVIEW",
  "CHANGES_REQUESTED",
  "APPROVED",
  "REJECTED",
  "SUSPENDED",
  "ARCHIVED",
] as const;
export type AppState = (typeof APP_STATES)[number];

export const APP_ACTIONS = [
  "submit",
  "withdraw",
  "start_review",
  "approve",
  "request_changes",
  "reject",
  "suspend",
  "resume",
  "archive",
] as const;
export type AppAction = (typeof APP_ACTIONS)[number];

interface Transition {
  from: readonly AppState[];
  to: AppState;
}

// Rejected apps and those with requested changes can be submitted again. ARCHIVED is final.
const TRANSITIONS: Record<AppAction, Transition> = {
  submit: { from: ["DRAFT", "CHANGES_REQUESTED", "REJECTED"], to: "SUBMITTED" },
  withdraw: { from: ["SUBMITTED", "IN_REVIEW"], to: "DRAFT" },
  start_review: { from: ["SUBMITTED"], to: "IN_REVIEW" },
  approve: { from: ["IN_REVIEW"], to: "APPROVED" },
  request_changes: { from: ["IN_REVIEW"], to: "CHANGES_REQUESTED" },
  reject: { from: ["IN_REVIEW"], to: "REJECTED" },
  suspend: { from: ["APPROVED"], to: "SUSPENDED" },
  resume: { from: ["SUSPENDED"], to: "APPROVED" },
  archive: { from: APP_STATES.filter((state) => state !== "ARCHIVED"), to: "ARCHIVED" },
};

/** Reviewer actions; the app's own developer may not take them. Suspending one's own app is harmless and allowed. */
const REVIEWS: readonly AppAction[] = ["start_review", "approve", "request_changes", "reject", "resume"];

export interface TransitionFacts {
  state: AppState;
  action: AppAction;
  /** True if the app's developer acts, by session or by a service key that they created. */
  ownsApp: boolean;
}

export type TransitionDecision = { kind: "move"; to: AppState } | { kind: "refuse"; reason: "WRONG_STATE" | "OWN_APP" };

/** Decides an app's transition. The service checks the actor's permission. */
export function decideAppTransition({ state, action, ownsApp }: TransitionFacts): TransitionDecision {
  if (ownsApp && REVIEWS.includes(action)) return { kind: "refuse", reason: "OWN_APP" };
  const { from, to } = TRANSITIONS[action];
  return from.includes(state) ? { kind: "move", to } : { kind: "refuse", reason: "WRONG_STATE" };
}

/** Final states of a revision: approval merges it into the live app, and only apps are suspended or archived. */
const REVISION_CLOSED: readonly AppState[] = ["APPROVED", "SUSPENDED", "ARCHIVED"];

/** Decides the transition of an approved app's pending revision. Until its approval, a revision has the same transitions as an app. */
export function decideRevisionTransition(facts: TransitionFacts): TransitionDecision {
  if (REVISION_CLOSED.includes(facts.state)) return { kind: "refuse", reason: "WRONG_STATE" };
  return decideAppTransition(facts);
}

/** The merchants that an app works on. `live`: all merchants, `test`: the test merchants of its developer, `none`: no merchant. */
export type AppReach = "live" | "test" | "none";

const REACH: Record<AppState, AppReach> = {
  DRAFT: "test",
  SUBMITTED: "test",
  IN_REVIEW: "test",
  CHANGES_REQUESTED: "test",
  APPROVED: "live",
  REJECTED: "none",
  SUSPENDED: "none",
  ARCHIVED: "none",
};

/** The reach of an app in this state. */
export function reachOf(state: AppState): AppReach {
  return REACH[state];
}

/** True if an app in this state works on a merchant; `ownTestMerchant` marks a test merchant of its developer. */
export function worksOn(state: AppState, ownTestMerchant: boolean): boolean {
  const reach = reachOf(state);
  return reach === "live" || (reach === "test" && ownTestMerchant);
}
