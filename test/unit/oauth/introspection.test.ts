import { describe, expect, test } from "vitest";
import type { AppState } from "../../../src/oauth/app-state.ts";
import {
  type ActiveFacts,
  decideActive,
  type InactiveReason,
  type IntrospectedContext,
  type IntrospectedToken,
} from "../../../src/oauth/introspection.ts";

const NOW = 1_750_000_000_000_000;
const AUTHORIZED = NOW - 1000;

interface Changes {
  hint?: string;
  seesTest?: boolean;
  secretMatches?: boolean;
  token?: IntrospectedToken | null;
  family?: Partial<IntrospectedContext["family"]>;
  around?: Partial<Omit<IntrospectedContext, "family">>;
}

const ACCESS: IntrospectedToken = { kind: "access", expiresAt: NOW + 5_000_000, revokedAt: null, scopes: ["a"] };
const REFRESH: IntrospectedToken = { kind: "refresh", id: "r1", expiresAt: NOW + 9_000_000 };

/** An active access token with scope a, of a family with scopes a and b, with changes. */
function factsOf({
  hint = "",
  seesTest = true,
  secretMatches = true,
  token = ACCESS,
  family,
  around,
}: Changes): ActiveFacts {
  return {
    secretMatches,
    hint,
    seesTest,
    token,
    context: token && {
      family: { currentId: "r1", endedAt: null, authorizedAt: AUTHORIZED, scopes: ["a", "b"], ...family },
      app: { state: "APPROVED", registeredScopes: ["a", "b"] },
      merchant: { state: "ACTIVE", test: false },
      installation: { state: "ACTIVE", grantedScopes: ["a", "b"] },
      marks: { installation: null, app: null, merchant: null, everything: null },
      ...around,
    },
  };
}

const decide = (changes: Changes) => decideActive(factsOf(changes), NOW);
const marksWith = (marks: Partial<IntrospectedContext["marks"]>) => ({
  marks: { installation: null, app: null, merchant: null, everything: null, ...marks },
});
const appIn = (state: AppState) => ({ state, registeredScopes: ["a", "b"] });

describe("RFC 7662 §2.2 active", () => {
  const ACTIVE: (Changes & { name: string; scopes: string[]; validFor?: number })[] = [
    { name: "an access token", scopes: ["a"] },
    { name: "an access token with any hint", hint: "refresh_token", scopes: ["a"] },
    {
      name: "a refresh token with its hint and the family's scopes",
      token: REFRESH,
      hint: "refresh_token",
      scopes: ["a", "b"],
      validFor: 9_000_000,
    },
    { name: "an access token whose refresh token was rotated", family: { currentId: "r7" }, scopes: ["a"] },
    { name: "a token of a family without refresh tokens", family: { currentId: null }, scopes: ["a"] },
    {
      name: "a token without scopes that are no longer granted",
      token: { ...ACCESS, scopes: ["a", "b"] },
      around: { installation: { state: "ACTIVE", grantedScopes: ["b"] } },
      scopes: ["b"],
    },
    {
      name: "a token without scopes that are no longer registered",
      token: { ...ACCESS, scopes: ["a", "b"] },
      around: { app: { state: "APPROVED", registeredScopes: ["b"] } },
      scopes: ["b"],
    },
    {
      name: "an unapproved app on a test merchant",
      around: { app: appIn("DRAFT"), merchant: { state: "ACTIVE", test: true } },
      scopes: ["a"],
    },
    {
      name: "an approved app on a test merchant",
      around: { merchant: { state: "ACTIVE", test: true } },
      scopes: ["a"],
    },
    {
      name: "a family authorized after all not-before marks",
      around: marksWith({ app: AUTHORIZED - 1, everything: AUTHORIZED - 1 }),
      scopes: ["a"],
    },
    { name: "the last microsecond", token: { ...ACCESS, expiresAt: NOW + 1 }, scopes: ["a"], validFor: 1 },
  ];

  test.each(ACTIVE)("$name", ({ scopes, validFor = 5_000_000, ...changes }) => {
    expect(decide(changes)).toEqual({ kind: "active", scopes, validFor });
  });
});

describe("RFC 7662 §2.2 inactive", () => {
  const INACTIVE: (Changes & { name: string; reason: InactiveReason })[] = [
    { name: "I2 an unknown token", token: null, reason: "unknown" },
    { name: "I2 a known id with another secret", secretMatches: false, reason: "unknown" },
    { name: "I6 a live refresh token without its hint", token: REFRESH, reason: "refresh_without_hint" },
    {
      name: "I6 a live refresh token with another hint",
      token: REFRESH,
      hint: "access_token",
      reason: "refresh_without_hint",
    },
    { name: "I2 expired", token: { ...ACCESS, expiresAt: NOW }, reason: "expired" },
    {
      name: "I2 an expired refresh token",
      token: { ...REFRESH, expiresAt: NOW },
      hint: "refresh_token",
      reason: "expired",
    },
    { name: "I2 revoked alone", token: { ...ACCESS, revokedAt: NOW - 1 }, reason: "revoked" },
    {
      name: "I2 a rotated refresh token",
      token: REFRESH,
      hint: "refresh_token",
      family: { currentId: "r2" },
      reason: "rotated",
    },
    { name: "I2 its family revoked", family: { endedAt: NOW - 1 }, reason: "family_ended" },
    { name: "I3 a mark on the installation", around: marksWith({ installation: AUTHORIZED }), reason: "marked" },
    { name: "I3 a mark on the app", around: marksWith({ app: AUTHORIZED }), reason: "marked" },
    { name: "I3 a mark on the merchant", around: marksWith({ merchant: AUTHORIZED }), reason: "marked" },
    { name: "I3 a mark on everything", around: marksWith({ everything: AUTHORIZED }), reason: "marked" },
    { name: "the app suspended", around: { app: appIn("SUSPENDED") }, reason: "app" },
    { name: "the app archived", around: { app: appIn("ARCHIVED") }, reason: "app" },
    {
      name: "the app rejected, on a test merchant too",
      around: { app: appIn("REJECTED"), merchant: { state: "ACTIVE", test: true } },
      reason: "app",
    },
    { name: "an unapproved app on a real merchant", around: { app: appIn("IN_REVIEW") }, reason: "app" },
    { name: "the merchant suspended", around: { merchant: { state: "SUSPENDED", test: false } }, reason: "merchant" },
    { name: "the merchant closed", around: { merchant: { state: "CLOSED", test: false } }, reason: "merchant" },
    {
      name: "a test merchant's token for a caller without the permission",
      seesTest: false,
      around: { merchant: { state: "ACTIVE", test: true } },
      reason: "test_merchant",
    },
    {
      name: "the installation suspended",
      around: { installation: { state: "SUSPENDED", grantedScopes: ["a"] } },
      reason: "installation",
    },
    {
      name: "the installation uninstalled",
      around: { installation: { state: "UNINSTALLED", grantedScopes: ["a"] } },
      reason: "installation",
    },
    {
      name: "no scope granted",
      around: { installation: { state: "ACTIVE", grantedScopes: ["b"] } },
      reason: "scope_empty",
    },
    {
      name: "no scope registered",
      around: { app: { state: "APPROVED", registeredScopes: [] } },
      reason: "scope_empty",
    },
  ];

  test.each(INACTIVE)("$name: $reason", ({ reason, ...changes }) => {
    expect(decide(changes)).toEqual({ kind: "inactive", reason });
  });
});
