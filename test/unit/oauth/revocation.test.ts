import { expect, test } from "vitest";
import { decideRevoke, type RevokeFacts } from "../../../src/oauth/revocation.ts";

const NOW = 1_750_000_000_000_000;
const ACCESS = { kind: "access", expiresAt: NOW + 1, revokedAt: null } as const;
const STANDING = { appId: "app", endedAt: null };
const ENDED = { appId: "app", endedAt: NOW - 1 };
const FOREIGN = { appId: "other", endedAt: null };

const CASES: { name: string; facts: Partial<RevokeFacts>; expected: object }[] = [
  { name: "V1 an access token is revoked alone", facts: {}, expected: { kind: "revoke_token" } },
  {
    name: "V1 §2.1 a refresh token revokes its family",
    facts: { token: { kind: "refresh" } },
    expected: { kind: "end_family" },
  },
  {
    name: "V2 §2.2 an unknown token is not an error",
    facts: { token: null, family: null },
    expected: { kind: "nothing", reason: "unknown" },
  },
  {
    name: "V2 a known id with another secret is unknown",
    facts: { secretMatches: false },
    expected: { kind: "nothing", reason: "unknown" },
  },
  {
    name: "another app's id with another secret is unknown",
    facts: { secretMatches: false, family: FOREIGN },
    expected: { kind: "nothing", reason: "unknown" },
  },
  {
    name: "V2 an expired access token",
    facts: { token: { ...ACCESS, expiresAt: NOW } },
    expected: { kind: "nothing", reason: "ended" },
  },
  {
    name: "V2 a revoked access token",
    facts: { token: { ...ACCESS, revokedAt: NOW - 1 } },
    expected: { kind: "nothing", reason: "ended" },
  },
  {
    name: "V5 an access token of a revoked family",
    facts: { family: ENDED },
    expected: { kind: "nothing", reason: "ended" },
  },
  {
    name: "V5 a refresh token of a revoked family: no second event",
    facts: { token: { kind: "refresh" }, family: ENDED },
    expected: { kind: "nothing", reason: "ended" },
  },
  {
    name: "V3 §2.1 another app's access token",
    facts: { family: FOREIGN },
    expected: { kind: "reject", reason: "token_foreign" },
  },
  {
    name: "V3 §2.1 another app's refresh token",
    facts: { token: { kind: "refresh" }, family: FOREIGN },
    expected: { kind: "reject", reason: "token_foreign" },
  },
];

test.each(CASES)("RFC 7009 $name", ({ facts, expected }) => {
  const complete: RevokeFacts = { appId: "app", secretMatches: true, token: ACCESS, family: STANDING, ...facts };
  expect(decideRevoke(complete, NOW)).toEqual(expected);
});
