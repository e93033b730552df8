import { describe, expect, test } from "vitest";
import { type OAuthReason, publicAnswerOf } from "../../../src/oauth/errors.ts";
import { mayBeReuse, type RefreshMode, refreshModeOf } from "../../../src/oauth/refresh-token.ts";
import { AUTHORIZED, decide, marksWith, NOW, PARENT, type RefreshChanges, ROTATED, SECOND } from "./refresh-facts.ts";

describe("RFC 6749 §6 the current token", () => {
  const MODES: { name: string; mode: RefreshMode; kind: string }[] = [
    { name: "T1 ROTATE gives a successor", mode: "ROTATE", kind: "rotate" },
    { name: "KEEP gives the same token back", mode: "KEEP", kind: "keep" },
    { name: "NONE gives an access token only", mode: "NONE", kind: "none" },
  ];

  test.each(MODES)("$name", ({ mode, kind }) => {
    expect(decide({ request: { mode } })).toEqual({ kind, requested: ["a", "b"], scopes: ["a", "b"] });
  });

  const BEFORE = AUTHORIZED - 1;
  const SCOPES: (RefreshChanges & { name: string; expected: object })[] = [
    {
      name: "T2 a narrower scope is given",
      request: { scopes: ["b"] },
      expected: { kind: "rotate", requested: ["b"], scopes: ["b"] },
    },
    {
      name: "a scope in another order, repeated, is one set",
      request: { scopes: ["b", "a", "b"] },
      expected: { requested: ["a", "b"] },
    },
    {
      name: "T1 after a narrowed request the next has all again",
      token: { id: "r2" },
      request: { scopes: null },
      expected: { scopes: ["a", "b"] },
    },
    {
      name: "what the installation lost is not in the answer, but in the rows",
      context: { installation: { state: "ACTIVE", grantedScopes: ["a"] } },
      expected: { requested: ["a", "b"], scopes: ["a"] },
    },
    {
      name: "what the app lost is not in the answer",
      context: { app: { registeredScopes: ["b", "z"] } },
      expected: { requested: ["a", "b"], scopes: ["b"] },
    },
    {
      name: "asking for all of a narrowed grant is no fault",
      request: { scopes: ["a", "b"] },
      context: { app: { registeredScopes: ["b"] } },
      expected: { kind: "rotate", scopes: ["b"] },
    },
    {
      name: "T13 requested scopes that the merchant did not grant are ignored",
      request: { scopes: ["a", "b", "declined"] },
      family: { ungrantedScopes: ["declined"] },
      expected: { kind: "rotate", requested: ["a", "b"], scopes: ["a", "b"] },
    },
    {
      name: "T13 ungranted scopes stay out after a later grant to the installation",
      request: { scopes: ["b", "declined"] },
      family: { ungrantedScopes: ["declined"] },
      context: {
        installation: { state: "ACTIVE", grantedScopes: ["a", "b", "declined"] },
        app: { registeredScopes: ["a", "b", "declined"] },
      },
      expected: { kind: "rotate", requested: ["b"], scopes: ["b"] },
    },
    {
      name: "marks before the family's birth do not touch it",
      context: marksWith({ app: BEFORE, merchant: BEFORE, everything: BEFORE, installation: BEFORE }),
      expected: { kind: "rotate" },
    },
  ];

  test.each(SCOPES)("$name", ({ expected, ...changes }) => {
    expect(decide(changes)).toMatchObject(expected);
  });
});

describe("rejections without a change", () => {
  const REFUSED: (RefreshChanges & { name: string; reason: OAuthReason })[] = [
    { name: "an unknown token", token: null, reason: "refresh_unknown" },
    { name: "a known id with another secret", request: { secretMatches: false }, reason: "refresh_unknown" },
    {
      name: "a spent token with another secret",
      token: PARENT,
      request: { secretMatches: false, retryWindow: 1 },
      reason: "refresh_unknown",
    },
    { name: "T3 another app's token", request: { appId: "other" }, reason: "refresh_foreign" },
    {
      name: "T3 another app's spent token",
      request: { appId: "other", retryWindow: 1 },
      token: PARENT,
      reason: "refresh_foreign",
    },
    { name: "a family that has ended", family: { endedAt: NOW - 1 }, reason: "refresh_family_ended" },
    {
      name: "a spent token of a family that has ended: no second event",
      family: { endedAt: NOW - 1 },
      token: PARENT,
      request: { retryWindow: 1 },
      reason: "refresh_family_ended",
    },
    { name: "T7 expired", token: { expiresAt: NOW }, reason: "refresh_expired" },
    { name: "T7 expired inside the window", token: { ...PARENT, expiresAt: NOW }, reason: "refresh_expired" },
    {
      name: "T7 an expired ancestor",
      token: { ...PARENT, successorId: "gone", expiresAt: NOW - 1 },
      reason: "refresh_expired",
    },
    { name: "T2 a wider scope", request: { scopes: ["a", "c"] }, reason: "refresh_scope_wider" },
    {
      name: "T13 a scope that was never requested, beside an ungranted one",
      request: { scopes: ["a", "c", "declined"] },
      family: { ungrantedScopes: ["declined"] },
      reason: "refresh_scope_wider",
    },
    {
      name: "T13 ungranted scopes only",
      request: { scopes: ["declined"] },
      family: { ungrantedScopes: ["declined"] },
      reason: "refresh_scope_empty",
    },
    {
      name: "T2 a wider scope that app and merchant have granted since",
      request: { scopes: ["c"] },
      context: { installation: { state: "ACTIVE", grantedScopes: ["c"] }, app: { registeredScopes: ["c"] } },
      reason: "refresh_scope_wider",
    },
    {
      name: "nothing granted any more",
      context: { installation: { state: "ACTIVE", grantedScopes: ["z"] } },
      reason: "refresh_scope_empty",
    },
    { name: "nothing registered any more", context: { app: { registeredScopes: [] } }, reason: "refresh_scope_empty" },
    {
      name: "T12 the merchant suspended",
      context: { merchant: { state: "SUSPENDED" } },
      reason: "refresh_merchant_suspended",
    },
    {
      name: "T12 the installation suspended",
      context: { installation: { state: "SUSPENDED", grantedScopes: ["a"] } },
      reason: "refresh_installation_suspended",
    },
    {
      name: "T12 an ancestor while suspended",
      context: { merchant: { state: "SUSPENDED" } },
      token: { ...PARENT, successorId: "gone" },
      reason: "refresh_merchant_suspended",
    },
    { name: "the merchant closed", context: { merchant: { state: "CLOSED" } }, reason: "refresh_merchant_ended" },
    {
      name: "the installation ended",
      context: { installation: { state: "UNINSTALLED", grantedScopes: ["a"] } },
      reason: "refresh_installation_ended",
    },
    {
      name: "the installation not begun",
      context: { installation: { state: "PENDING", grantedScopes: [] } },
      reason: "refresh_installation_ended",
    },
    {
      name: "I3 a mark on the installation",
      context: marksWith({ installation: AUTHORIZED }),
      reason: "refresh_marked",
    },
    { name: "I3 a mark on the app", context: marksWith({ app: AUTHORIZED }), reason: "refresh_marked" },
    { name: "I3 a mark on the merchant", context: marksWith({ merchant: AUTHORIZED }), reason: "refresh_marked" },
    { name: "I3 a mark on everything", context: marksWith({ everything: NOW }), reason: "refresh_marked" },
    {
      name: "an ended merchant before a suspended installation",
      context: { merchant: { state: "CLOSED" }, installation: { state: "SUSPENDED", grantedScopes: [] } },
      reason: "refresh_merchant_ended",
    },
  ];

  test.each(REFUSED)("$name: $reason", ({ reason, ...changes }) => {
    expect(decide(changes)).toEqual({ kind: "reject", reason });
  });

  test.each([
    { name: "T7 expired", reason: "refresh_expired", code: "invalid_grant" },
    { name: "T6 reused", reason: "refresh_reused", code: "invalid_grant" },
    { name: "T2 wider", reason: "refresh_scope_wider", code: "invalid_scope" },
    { name: "T12 merchant suspended", reason: "refresh_merchant_suspended", code: "unauthorized_client" },
    { name: "T12 installation suspended", reason: "refresh_installation_suspended", code: "unauthorized_client" },
    { name: "the pair's access token revoked", reason: "refresh_access_revoked", code: "invalid_grant" },
  ] as const)("$name is $code", ({ reason, code }) => {
    expect(publicAnswerOf(reason).code).toBe(code);
  });

  test("a token is good until the microsecond of its end", () => {
    expect(decide({ token: { expiresAt: NOW + 1 } }).kind).toBe("rotate");
  });
});

describe("a change of mode is not reuse", () => {
  const KEPT = { usedAt: ROTATED - 5000 * SECOND };

  test.each([
    { name: "KEEP to ROTATE: the kept token rotates, however long ago its first use", mode: "ROTATE", kind: "rotate" },
    { name: "KEEP to NONE", mode: "NONE", kind: "none" },
    { name: "KEEP again", mode: "KEEP", kind: "keep" },
  ] as const)("$name", ({ mode, kind }) => {
    const family = { currentUsedAt: KEPT.usedAt };
    expect(decide({ token: KEPT, family, request: { mode } }).kind).toBe(kind);
  });

  test("ROTATE to KEEP: the current token is kept", () => {
    expect(decide({ request: { mode: "KEEP" } }).kind).toBe("keep");
  });
});

test.each([
  { name: "a confidential app has its own mode", confidential: true, refreshMode: "KEEP", mode: "KEEP" },
  { name: "RFC 9700 §2.2.2 a public app always rotates", confidential: false, refreshMode: "KEEP", mode: "ROTATE" },
  { name: "RFC 9700 §2.2.2 also where NONE was set", confidential: false, refreshMode: "NONE", mode: "ROTATE" },
] as const)("$name", ({ confidential, refreshMode, mode }) => {
  expect(refreshModeOf({ confidential, refreshMode })).toBe(mode);
});

test.each([
  { name: "the current token cannot be a reuse", facts: {}, expected: false },
  { name: "a rotated token may be one", facts: { id: "old" }, expected: true },
  { name: "the current token of a family with a late parent may be one", facts: { lateParentAt: 1 }, expected: true },
  { name: "an unknown token cannot be one", facts: { id: null, lateParentAt: 1 }, expected: false },
  { name: "a token of a revoked family cannot be one", facts: { id: "old", endedAt: 1 }, expected: false },
])("RFC 9700 §4.14.2 $name", ({ facts, expected }) => {
  expect(mayBeReuse({ id: "now", currentId: "now", lateParentAt: null, endedAt: null, ...facts })).toBe(expected);
});
