import { expect, test } from "vitest";
import { decideRevoke, type RevokeFacts } from "../../../src/oauth/revocation.ts";

const NOW = 1_750_000_000_000_000;
const ACCESS = { kind: "access", expiresAt: NOW + 1, revokedAt: null } as const;
const STANDING = { appId: "app", endedAt: null };
const ENDED = { appId: "app", endedAt: NOW - 1 };
const FOREIGN = { appId: "other", endedAt: null };

const UNKNOWN = { kind: "nothing", reason: "unknown" };
const ALREADY_ENDED = { kind: "nothing", reason: "ended" };
const REJECTED = { kind: "reject", reason: "token_foreign" };

const CASES: (Partial<RevokeFacts> & { name: string; expected: object })[] = [
  { name: "V1 an access token is revoked alone", expected: { kind: "revoke_token" } },
  { name: "V1 §2.1 a refresh token revokes its family", token: { kind: "refresh" }, expected: { kind: "end_family" } },
  { name: "V2 §2.2 an unknown token is not an error", token: null, family: null, expected: UNKNOWN },
  { name: "V2 a known id with another secret is unknown", secretMatches: false, expected: UNKNOWN },
  { name: "another app's id with another secret is unknown", secretMatches: false, family: FOREIGN, expected: UNKNOWN },
  { name: "V2 an expired access token", token: { ...ACCESS, expiresAt: NOW }, expected: ALREADY_ENDED },
  { name: "V2 a revoked access token", token: { ...ACCESS, revokedAt: NOW - 1 }, expected: ALREADY_ENDED },
  { name: "V5 an access token of a revoked family", family: ENDED, expected: ALREADY_ENDED },
  {
    name: "V5 a refresh token of a revoked family: no second event",
    token: { kind: "refresh" },
    family: ENDED,
    expected: ALREADY_ENDED,
  },
  { name: "V3 §2.1 another app's access token", family: FOREIGN, expected: REJECTED },
  { name: "V3 §2.1 another app's refresh token", token: { kind: "refresh" }, family: FOREIGN, expected: REJECTED },
];

test.each(CASES)("RFC 7009 $name", ({ expected, ...facts }) => {
  const complete: RevokeFacts = { appId: "app", secretMatches: true, token: ACCESS, family: STANDING, ...facts };
  expect(decideRevoke(complete, NOW)).toEqual(expected);
});
