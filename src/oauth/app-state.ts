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

// Contract §5. Rejected and changes-requested apps come back by submit; archived ones never.
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

/** The reviewer's side of the table: closed to whoever owns the app. Suspending one's own app harms nobody and is left open. */
const REVIEWS: readonly AppAction[] = ["start_review", "approve", "request_changes", "reject", "resume"];

export interface TransitionFacts {
  state: AppState;
  action: AppAction;
  /** The app's developer acts, by their session or by a service key that they created. */
  ownsApp: boolean;
}

export type TransitionDecision = { kind: "move"; to: AppState } | { kind: "refuse"; reason: "WRONG_STATE" | "OWN_APP" };

/** Where an action takes an app. Whether the actor holds the right for the action is the service's question. */
export function decideAppTransition({ state, action, ownsApp }: TransitionFacts): TransitionDecision {
  if (ownsApp && REVIEWS.includes(action)) return { kind: "refuse", reason: "OWN_APP" };
  const { from, to } = TRANSITIONS[action];
  return from.includes(state) ? { kind: "move", to } : { kind: "refuse", reason: "WRONG_STATE" };
}

/** A revision is approved once, into the live app, and is then history; it is the app that is suspended, never a revision. */
const REVISION_CLOSED: readonly AppState[] = ["APPROVED", "SUSPENDED", "ARCHIVED"];

/** Where an action takes a pending revision of an approved app: the app's own table, up to its approval. */
export function decideRevisionTransition(facts: TransitionFacts): TransitionDecision {
  if (REVISION_CLOSED.includes(facts.state)) return { kind: "refuse", reason: "WRONG_STATE" };
  return decideAppTransition(facts);
}

/** Where an app works: `live` everywhere, `test` on its developer's own test merchants, `none` nowhere. */
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

/** Where an app in this state works. */
export function reachOf(state: AppState): AppReach {
  return REACH[state];
}

/** True if an app in this state works on a merchant that is (`test`) or is not one of its developer's own test merchants. */
export function worksOn(state: AppState, ownTestMerchant: boolean): boolean {
  const reach = reachOf(state);
  return reach === "live" || (reach === "test" && ownTestMerchant);
}
