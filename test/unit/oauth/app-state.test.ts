import { describe, expect, test } from "vitest";
import {
  APP_ACTIONS,
  APP_STATES,
  type AppAction,
  type AppState,
  decideAppTransition,
  decideRevisionTransition,
  reachOf,
  worksOn,
} from "../../../src/oauth/app-state.ts";

/** All transitions: [from, action, to]. */
const APP_MOVES: [AppState, AppAction, AppState][] = [
  ["DRAFT", "submit", "SUBMITTED"],
  ["CHANGES_REQUESTED", "submit", "SUBMITTED"],
  ["REJECTED", "submit", "SUBMITTED"],
  ["SUBMITTED", "withdraw", "DRAFT"],
  ["IN_REVIEW", "withdraw", "DRAFT"],
  ["SUBMITTED", "start_review", "IN_REVIEW"],
  ["IN_REVIEW", "approve", "APPROVED"],
  ["IN_REVIEW", "request_changes", "CHANGES_REQUESTED"],
  ["IN_REVIEW", "reject", "REJECTED"],
  ["APPROVED", "suspend", "SUSPENDED"],
  ["SUSPENDED", "resume", "APPROVED"],
  ["DRAFT", "archive", "ARCHIVED"],
  ["SUBMITTED", "archive", "ARCHIVED"],
  ["IN_REVIEW", "archive", "ARCHIVED"],
  ["CHANGES_REQUESTED", "archive", "ARCHIVED"],
  ["APPROVED", "archive", "ARCHIVED"],
  ["REJECTED", "archive", "ARCHIVED"],
  ["SUSPENDED", "archive", "ARCHIVED"],
];

const EVERY = APP_STATES.flatMap((state) =>
  APP_ACTIONS.map((action) => ({ name: `${action} from ${state}`, state, action })),
);
const moveOf = (moves: typeof APP_MOVES, state: AppState, action: AppAction) =>
  moves.find(([from, by]) => from === state && by === action)?.[2];
const expectedOf = (to: AppState | undefined) =>
  to ? { kind: "move", to } : { kind: "refuse", reason: "WRONG_STATE" };

describe("apps", () => {
  test.each(EVERY)("$name", ({ state, action }) => {
    const expected = expectedOf(moveOf(APP_MOVES, state, action));
    expect(decideAppTransition({ state, action, ownsApp: false })).toEqual(expected);
  });
});

describe("revisions of an approved app", () => {
  const moves = APP_MOVES.filter(([from]) => from !== "APPROVED" && from !== "SUSPENDED");

  test.each(EVERY)("$name", ({ state, action }) => {
    const expected = expectedOf(moveOf(moves, state, action));
    expect(decideRevisionTransition({ state, action, ownsApp: false })).toEqual(expected);
  });
});

describe("an account cannot review its own app", () => {
  const REVIEWS: [AppState, AppAction][] = [
    ["SUBMITTED", "start_review"],
    ["IN_REVIEW", "approve"],
    ["IN_REVIEW", "request_changes"],
    ["IN_REVIEW", "reject"],
    ["SUSPENDED", "resume"],
  ];

  test.each(REVIEWS.map(([state, action]) => ({ name: action, state, action })))("$name", ({ state, action }) => {
    expect(decideAppTransition({ state, action, ownsApp: true })).toEqual({ kind: "refuse", reason: "OWN_APP" });
  });

  test("an account cannot review a revision of its own app", () => {
    const facts = { state: "IN_REVIEW", action: "approve", ownsApp: true } as const;
    expect(decideRevisionTransition(facts)).toEqual({ kind: "refuse", reason: "OWN_APP" });
  });

  test.each([
    { name: "submit", state: "DRAFT", to: "SUBMITTED" },
    { name: "withdraw", state: "IN_REVIEW", to: "DRAFT" },
    { name: "suspend", state: "APPROVED", to: "SUSPENDED" },
    { name: "archive", state: "APPROVED", to: "ARCHIVED" },
  ] as const)("the developer may $name it", ({ name, state, to }) => {
    expect(decideAppTransition({ state, action: name, ownsApp: true })).toEqual({ kind: "move", to });
  });
});

describe("the merchants on which an app works", () => {
  test.each([
    { name: "DRAFT", reach: "test" },
    { name: "SUBMITTED", reach: "test" },
    { name: "IN_REVIEW", reach: "test" },
    { name: "CHANGES_REQUESTED", reach: "test" },
    { name: "APPROVED", reach: "live" },
    { name: "REJECTED", reach: "none" },
    { name: "SUSPENDED", reach: "none" },
    { name: "ARCHIVED", reach: "none" },
  ] as const)("$name: $reach", ({ name, reach }) => {
    expect(reachOf(name)).toBe(reach);
    expect(worksOn(name, false)).toBe(reach === "live");
    expect(worksOn(name, true)).toBe(reach !== "none");
  });
});
