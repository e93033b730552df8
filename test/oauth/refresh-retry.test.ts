import { describe, expect, test } from "vitest";
import type { OAuthReason } from "../../src/oauth/errors.ts";
import { decide, marksWith, NOW, PARENT, type RefreshChanges, ROTATED, SECOND } from "./refresh-facts.ts";

describe("T5 RFC 9700 §4.14.2 a retry inside the window", () => {
  const REPLAY = { kind: "replay", successorId: "r2", requested: ["a", "b"], scopes: ["a", "b"] };

  test.each([
    { name: "at once", after: 0 },
    { name: "after 31 s", after: 31 * SECOND },
    { name: "in the last microsecond of the window", after: 600 * SECOND - 1 },
  ])("$name gets the same pair", ({ after }) => {
    expect(decide({ token: PARENT }, ROTATED + after)).toEqual(REPLAY);
  });

  test("the same by a public app, whose window is its own", () => {
    const request = { retryWindow: 60 };
    expect(decide({ token: PARENT, request }, ROTATED + 60 * SECOND - 1).kind).toBe("replay");
    expect(decide({ token: PARENT, request }, ROTATED + 60 * SECOND).kind).toBe("reuse");
  });

  test.each([{ mode: "KEEP" }, { mode: "NONE" }] as const)(
    "a change to $mode does not change what a retry gets",
    ({ mode }) => {
      expect(decide({ token: PARENT, request: { mode } })).toEqual(REPLAY);
    },
  );

  const JUDGED: { name: string; changes: RefreshChanges; reason: OAuthReason }[] = [
    {
      name: "fewer scopes than the first request",
      changes: { request: { scopes: ["a"] } },
      reason: "refresh_scope_changed",
    },
    {
      name: "more scopes than the first request",
      changes: { token: { successorScopes: ["a"] } },
      reason: "refresh_scope_changed",
    },
    {
      name: "scopes that were never granted",
      changes: { request: { scopes: ["a", "c"] } },
      reason: "refresh_scope_wider",
    },
    {
      name: "nothing granted any more",
      changes: { around: { app: { registeredScopes: [] } } },
      reason: "refresh_scope_empty",
    },
    {
      name: "the pair's access token revoked alone",
      changes: { pairAccessRevoked: true },
      reason: "refresh_access_revoked",
    },
    {
      name: "a merchant suspended since",
      changes: { around: { merchant: { state: "SUSPENDED" } } },
      reason: "refresh_merchant_suspended",
    },
    { name: "a mark since", changes: { around: marksWith({ everything: NOW }) }, reason: "refresh_marked" },
  ];

  test.each(JUDGED)("$name: $reason, nothing changed", ({ changes, reason }) => {
    expect(decide({ ...changes, token: { ...PARENT, ...changes.token } })).toEqual({ kind: "reject", reason });
  });

  test("naming the scopes of the first request, which named none, is the same request", () => {
    expect(decide({ token: PARENT, request: { scopes: ["b", "a"] } })).toEqual(REPLAY);
  });

  test("a narrowed first request is repeated by the same narrowing", () => {
    const token = { ...PARENT, successorScopes: ["b"] };
    expect(decide({ token, request: { scopes: ["b"] } })).toMatchObject({ kind: "replay", scopes: ["b"] });
  });

  test("a narrowing of the grant since then narrows the answer and is no other request", () => {
    expect(decide({ token: PARENT, around: { app: { registeredScopes: ["a"] } } })).toMatchObject({
      kind: "replay",
      scopes: ["a"],
    });
  });
});

describe("T6 RFC 9700 §4.14.2 reuse ends the family", () => {
  const REUSED: { name: string; changes: RefreshChanges; now?: number }[] = [
    { name: "at the end of the window", changes: { token: PARENT }, now: ROTATED + 600 * SECOND },
    { name: "T8 long after it", changes: { token: PARENT }, now: ROTATED + 7200 * SECOND },
    { name: "a grandparent inside the window", changes: { token: { ...PARENT, id: "r0", successorId: "r1" } } },
    { name: "the parent once its successor was rotated", changes: { token: PARENT, family: { currentId: "r3" } } },
    {
      name: "the parent once its successor was accepted by KEEP",
      changes: { token: PARENT, family: { currentUsedAt: NOW - 1 } },
    },
    {
      name: "with a scope that would be refused",
      changes: { token: { ...PARENT, successorId: "r1" }, request: { scopes: ["c"] } },
    },
    {
      name: "a retry with other scopes after the window",
      changes: { token: PARENT, request: { scopes: ["a"] } },
      now: ROTATED + 600 * SECOND,
    },
    {
      name: "a used token without successor in a family without current token",
      changes: { token: { id: "r1", usedAt: ROTATED }, family: { currentId: null } },
    },
    { name: "a token that is not current and was never rotated", changes: { token: { id: "r9" } } },
  ];

  test.each(REUSED)("$name", ({ changes, now }) => {
    expect(decide(changes, now)).toEqual({ kind: "reuse", reason: "refresh_reused" });
  });
});
