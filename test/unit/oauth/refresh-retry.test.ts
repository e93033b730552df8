import { describe, expect, test } from "vitest";
import type { OAuthReason } from "../../../src/oauth/errors.ts";
import { isRetryElsewhere } from "../../../src/oauth/refresh-token.ts";
import { decide, marksWith, NOW, PARENT, type RefreshChanges, ROTATED, SECOND } from "./refresh-facts.ts";

describe("T5 RFC 9700 §4.14.2 a retry within the window", () => {
  const REPLAY = { kind: "replay", successorId: "r2", requested: ["a", "b"], scopes: ["a", "b"] };

  test.each([
    { name: "at once", after: 0 },
    { name: "after 31 s", after: 31 * SECOND },
    { name: "in the last microsecond of the window", after: 600 * SECOND - 1 },
  ])("$name gets the same pair", ({ after }) => {
    expect(decide({ token: PARENT }, ROTATED + after)).toEqual(REPLAY);
  });

  test("a retry by a public app, within its own window", () => {
    const request = { retryWindow: 60 };
    expect(decide({ token: PARENT, request }, ROTATED + 60 * SECOND - 1).kind).toBe("replay");
    expect(decide({ token: PARENT, request }, ROTATED + 60 * SECOND).kind).toBe("late_parent");
  });

  test.each([{ mode: "KEEP" }, { mode: "NONE" }] as const)(
    "a change to $mode does not change what a retry gets",
    ({ mode }) => {
      expect(decide({ token: PARENT, request: { mode } })).toEqual(REPLAY);
    },
  );

  const DECIDED: (RefreshChanges & { name: string; reason: OAuthReason })[] = [
    { name: "fewer scopes than the first request", request: { scopes: ["a"] }, reason: "refresh_scope_changed" },
    { name: "more scopes than the first request", token: { successorScopes: ["a"] }, reason: "refresh_scope_changed" },
    { name: "scopes that were never granted", request: { scopes: ["a", "c"] }, reason: "refresh_scope_wider" },
    { name: "nothing granted any more", context: { app: { registeredScopes: [] } }, reason: "refresh_scope_empty" },
    {
      name: "the pair's access token revoked alone",
      pair: { accessRevokedAt: NOW - 1 },
      reason: "refresh_access_revoked",
    },
    {
      name: "a merchant suspended since",
      context: { merchant: { state: "SUSPENDED" } },
      reason: "refresh_merchant_suspended",
    },
    { name: "a not-before mark since", context: marksWith({ everything: NOW }), reason: "refresh_marked" },
  ];

  test.each(DECIDED)("$name: $reason, nothing changed", ({ reason, ...changes }) => {
    expect(decide({ ...changes, token: { ...PARENT, ...changes.token } })).toEqual({ kind: "reject", reason });
  });

  test("a request that names the scopes is the same as a first request without scopes", () => {
    expect(decide({ token: PARENT, request: { scopes: ["b", "a"] } })).toEqual(REPLAY);
  });

  test("a first request with fewer scopes is repeated with the same scopes", () => {
    const token = { ...PARENT, successorScopes: ["b"] };
    expect(decide({ token, request: { scopes: ["b"] } })).toMatchObject({ kind: "replay", scopes: ["b"] });
  });

  test("a later reduction of the granted scopes reduces the scopes of the response and is no error", () => {
    expect(decide({ token: PARENT, context: { app: { registeredScopes: ["a"] } } })).toMatchObject({
      kind: "replay",
      scopes: ["a"],
    });
  });
});

describe("T6 after the window the parent of an unused successor is rejected, and its family stays active", () => {
  const LATE: (RefreshChanges & { name: string; now: number })[] = [
    { name: "at the end of the window", now: ROTATED + 600 * SECOND },
    { name: "T8 long after it", now: ROTATED + 7200 * SECOND },
    { name: "with other scopes than the first request", request: { scopes: ["a"] }, now: ROTATED + 600 * SECOND },
    { name: "also where the pair is gone from the database", pair: null, now: ROTATED + 1 },
    {
      name: "when the pair's access token has ended",
      pair: { accessExpiresAt: ROTATED + 300 * SECOND },
      now: ROTATED + 300 * SECOND,
    },
    {
      name: "in the access token's last second, which would be expires_in 0",
      pair: { accessExpiresAt: ROTATED + 300 * SECOND },
      now: ROTATED + 299 * SECOND + 1,
    },
    { name: "after the window and an outage", pair: { outage: 67 * SECOND }, now: ROTATED + 667 * SECOND },
    {
      name: "after an outage that outlasted the pair's access token",
      pair: { outage: 7200 * SECOND },
      now: ROTATED + 7201 * SECOND,
    },
  ];

  test.each(LATE)("$name", ({ now, ...changes }) => {
    expect(decide({ ...changes, token: PARENT }, now)).toEqual({ kind: "late_parent", reason: "refresh_window_over" });
  });

  test.each([
    { name: "a second time, which marks nothing again", now: ROTATED + 600 * SECOND },
    { name: "also in a window that was made longer", request: { retryWindow: 1200 }, now: NOW },
  ])("$name", ({ now, ...changes }) => {
    const facts = { ...changes, token: PARENT, family: { lateParentAt: ROTATED + 1 } };
    expect(decide(facts, now)).toEqual({ kind: "reject", reason: "refresh_window_over" });
  });

  test.each([
    { name: "an outage does not count towards the window", outage: 67, window: 60, after: 126 },
    { name: "several outages do not count towards the window", outage: 1200, window: 600, after: 1799 },
  ])("$name", ({ outage, window, after }) => {
    const changes = { token: PARENT, request: { retryWindow: window }, pair: { outage: outage * SECOND } };
    expect(decide(changes, ROTATED + after * SECOND).kind).toBe("replay");
  });

  test("the pair's access token is returned until its last whole second", () => {
    const pair = { accessExpiresAt: ROTATED + 300 * SECOND };
    expect(decide({ token: PARENT, pair }, ROTATED + 299 * SECOND).kind).toBe("replay");
  });
});

test.each([
  {
    name: "from where the token was rotated",
    usedFrom: "192.0.2.1",
    retriedFrom: null,
    address: "192.0.2.1",
    is: false,
  },
  { name: "from another address", usedFrom: "192.0.2.1", retriedFrom: null, address: "192.0.2.2", is: true },
  {
    name: "from another address once more",
    usedFrom: "192.0.2.1",
    retriedFrom: "192.0.2.3",
    address: "192.0.2.2",
    is: false,
  },
  { name: "from an unknown address", usedFrom: "192.0.2.1", retriedFrom: null, address: null, is: false },
  {
    name: "of a token that an unknown address rotated",
    usedFrom: null,
    retriedFrom: null,
    address: "192.0.2.2",
    is: false,
  },
])("a retry $name: elsewhere is $is", ({ is, ...facts }) => {
  expect(isRetryElsewhere(facts)).toBe(is);
});

describe("T6 RFC 9700 §4.14.2 reuse revokes the family", () => {
  const REUSED: (RefreshChanges & { name: string; now?: number })[] = [
    {
      name: "T8 the parent once its successor was rotated, long after the window",
      token: PARENT,
      family: { currentId: "r3" },
      now: ROTATED + 7200 * SECOND,
    },
    { name: "a grandparent inside the window", token: { ...PARENT, id: "r0", successorId: "r1" } },
    { name: "the parent once its successor was rotated", token: PARENT, family: { currentId: "r3" } },
    { name: "the parent once its successor was accepted by KEEP", token: PARENT, family: { currentUsedAt: NOW - 1 } },
    { name: "with a scope that would be refused", token: { ...PARENT, successorId: "r1" }, request: { scopes: ["c"] } },
    {
      name: "a used token without successor in a family without current token",
      token: { id: "r1", usedAt: ROTATED },
      family: { currentId: null },
    },
    { name: "a token that is not current and was never rotated", token: { id: "r9" } },
    { name: "the successor after its parent came too late", family: { lateParentAt: NOW - 1 } },
    {
      name: "the same by an app that keeps its refresh tokens",
      family: { lateParentAt: NOW - 1 },
      request: { mode: "KEEP" },
    },
    {
      name: "the same with a scope that would be refused",
      family: { lateParentAt: NOW - 1 },
      request: { scopes: ["c"] },
    },
  ];

  test.each(REUSED)("$name", ({ now, ...changes }) => {
    expect(decide(changes, now)).toEqual({ kind: "reuse", reason: "refresh_reused" });
  });
});
