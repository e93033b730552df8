import { describe, expect, test } from "vitest";
import { type CodeContext, decideExchange, type ExchangeFacts } from "../../../src/oauth/authorization-code.ts";
import { type OAuthReason, publicAnswerOf } from "../../../src/oauth/errors.ts";

const SECOND = 1_000_000;
const ISSUED = 1_750_000_000 * SECOND;
const NOW = ISSUED + 5 * SECOND;
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

interface Changes {
  request?: Partial<ExchangeFacts["request"]>;
  code?: Partial<NonNullable<ExchangeFacts["code"]>> | null;
  familyEnded?: boolean;
  around?: Partial<CodeContext>;
}

/** A valid exchange of an installation's first code with a challenge, with changes. */
function factsOf({ request, code, familyEnded = false, around }: Changes): ExchangeFacts {
  return {
    request: {
      appId: "app",
      redirectUri: "https://app.example/cb",
      codeVerifier: VERIFIER,
      secretMatches: true,
      verifierMatches: true,
      ...request,
    },
    code:
      code === null
        ? null
        : {
            appId: "app",
            redirectUri: "https://app.example/cb",
            codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            issuedAt: ISSUED,
            expiresAt: ISSUED + 60 * SECOND,
            usedAt: null,
            scopes: ["a", "b"],
            replacesGrant: true,
            ...code,
          },
    familyEnded,
    context: {
      account: { state: "ACTIVE", codesEndedAt: null, role: "OWNER" },
      merchant: { state: "ACTIVE" },
      installation: { state: "PENDING", version: 0, suspendedBy: [], grantedScopes: [], scopesRemovedAt: null },
      app: { registeredScopes: ["a", "b", "c"] },
      marks: { installation: null, app: null, merchant: null, everything: null },
      ...around,
    },
  };
}

const decide = (changes: Changes, now = NOW) => decideExchange(factsOf(changes), now);

const INSTALLED: CodeContext["installation"] = {
  state: "ACTIVE",
  version: 3,
  suspendedBy: [],
  grantedScopes: ["a"],
  scopesRemovedAt: null,
};
const UNINSTALLED: CodeContext["installation"] = {
  state: "UNINSTALLED",
  version: 3,
  suspendedBy: [],
  grantedScopes: ["a"],
  scopesRemovedAt: null,
};
const marksWith = (marks: Partial<CodeContext["marks"]>) => ({
  marks: { installation: null, app: null, merchant: null, everything: null, ...marks },
});

describe("RFC 6749 §4.1.3 accepts", () => {
  const base = { kind: "redeem", requested: ["a", "b"], scopes: ["a", "b"], granted: ["a", "b"] };
  const NO_CHALLENGE = { request: { codeVerifier: null, verifierMatches: false }, code: { codeChallenge: null } };
  const GOOD: (Changes & { name: string; expected: object })[] = [
    {
      name: "the first code of an installation, which starts version 1",
      expected: { ...base, installs: true, installationVersion: 1 },
    },
    { name: "without PKCE on both sides", ...NO_CHALLENGE, expected: base },
    {
      name: "a further code, which keeps the version and replaces the granted scopes",
      around: { installation: INSTALLED },
      expected: { ...base, installs: false, installationVersion: 3 },
    },
    {
      name: "a code issued after an uninstall, which re-installs the app",
      around: { installation: UNINSTALLED, ...marksWith({ installation: ISSUED - 1 }) },
      expected: { ...base, installs: true, installationVersion: 4 },
    },
    {
      name: "C8 a code of remembered consent, which keeps the granted scopes",
      code: { scopes: ["a"], replacesGrant: false },
      around: { installation: { ...INSTALLED, grantedScopes: ["b", "a"] } },
      expected: {
        kind: "redeem",
        requested: ["a"],
        scopes: ["a"],
        granted: ["a", "b"],
        installs: false,
        installationVersion: 3,
      },
    },
    {
      name: "a code of remembered consent, limited to the granted scopes",
      code: { replacesGrant: false },
      around: { installation: INSTALLED },
      expected: { requested: ["a", "b"], scopes: ["a"], granted: ["a"] },
    },
    {
      name: "a code whose scope the app no longer registers, without that scope",
      around: { app: { registeredScopes: ["b"] } },
      expected: { requested: ["a", "b"], scopes: ["b"], granted: ["a", "b"] },
    },
    {
      name: "a code issued after all not-before marks",
      around: marksWith({ app: ISSUED - 1, merchant: ISSUED - 1, everything: ISSUED - 1 }),
      expected: base,
    },
    {
      name: "a code issued after the account's suspension was lifted",
      around: { account: { state: "ACTIVE", codesEndedAt: ISSUED - 1, role: "MANAGER" } },
      expected: base,
    },
  ];

  test.each(GOOD)("$name", ({ expected, ...changes }) => {
    expect(decide(changes)).toMatchObject(expected);
  });

  test("K5 a code is valid until the microsecond before its expiry", () => {
    expect(decide({}, ISSUED + 60 * SECOND - 1).kind).toBe("redeem");
    expect(decide({}, ISSUED + 60 * SECOND)).toEqual({ kind: "reject", reason: "code_expired" });
  });
});

describe("rejects without a change", () => {
  const REFUSED: (Changes & { name: string; reason: OAuthReason })[] = [
    { name: "an unknown code", code: null, reason: "code_unknown" },
    { name: "a known id with another secret", request: { secretMatches: false }, reason: "code_unknown" },
    { name: "K3 another app's code", request: { appId: "other" }, reason: "code_foreign" },
    { name: "K4 no redirect_uri", request: { redirectUri: null }, reason: "redirect_uri_missing" },
    {
      name: "K4 no redirect_uri and an unknown code",
      request: { redirectUri: null },
      code: null,
      reason: "redirect_uri_missing",
    },
    {
      name: "K4 another redirect_uri",
      request: { redirectUri: "https://app.example/cb2" },
      reason: "code_redirect_uri",
    },
    {
      name: "K4 a redirect_uri with the same prefix",
      request: { redirectUri: "https://app.example/cb/" },
      reason: "code_redirect_uri",
    },
    {
      name: "P3 no verifier",
      request: { codeVerifier: null, verifierMatches: false },
      reason: "code_verifier_missing",
    },
    { name: "P3 a wrong verifier", request: { verifierMatches: false }, reason: "code_verifier_wrong" },
    {
      name: "P2 a verifier of 42 characters",
      request: { codeVerifier: "a".repeat(42) },
      reason: "code_verifier_malformed",
    },
    {
      name: "P2 a verifier of 129 characters",
      request: { codeVerifier: "a".repeat(129) },
      reason: "code_verifier_malformed",
    },
    { name: "P2 a padded verifier", request: { codeVerifier: `${VERIFIER}=` }, reason: "code_verifier_malformed" },
    {
      name: "P5 a verifier for a code without challenge",
      code: { codeChallenge: null },
      reason: "code_verifier_unexpected",
    },
    {
      name: "K6 the account suspended",
      around: { account: { state: "SUSPENDED", codesEndedAt: null, role: "OWNER" } },
      reason: "code_account_suspended",
    },
    {
      name: "K6 the account suspended and resumed since",
      around: { account: { state: "ACTIVE", codesEndedAt: ISSUED, role: "OWNER" } },
      reason: "code_account_suspended",
    },
    {
      name: "K6 the merchant suspended",
      around: { merchant: { state: "SUSPENDED" } },
      reason: "code_merchant_suspended",
    },
    {
      name: "K6 the account removed from the merchant",
      around: { account: { state: "ACTIVE", codesEndedAt: null, role: null } },
      reason: "code_role_refused",
    },
    {
      name: "K6 the account's role lowered to MEMBER",
      around: { account: { state: "ACTIVE", codesEndedAt: null, role: "MEMBER" } },
      reason: "code_role_refused",
    },
    { name: "K6 the merchant closed", around: { merchant: { state: "CLOSED" } }, reason: "code_merchant_ended" },
    {
      name: "K6 the installation suspended",
      around: { installation: { ...INSTALLED, state: "SUSPENDED", suspendedBy: ["MERCHANT"] } },
      reason: "code_installation_suspended",
    },
    {
      name: "K6 the installation suspended while not installed",
      around: { installation: { ...UNINSTALLED, suspendedBy: ["OPERATOR"] } },
      reason: "code_installation_suspended",
    },
    {
      name: "K6 uninstalled after its issue",
      around: { installation: UNINSTALLED, ...marksWith({ installation: ISSUED + 1 }) },
      reason: "code_installation_ended",
    },
    {
      name: "K6 uninstalled in the microsecond of its issue",
      around: { installation: UNINSTALLED, ...marksWith({ installation: ISSUED }) },
      reason: "code_installation_ended",
    },
    {
      name: "K6 uninstalled and installed again since",
      around: { installation: INSTALLED, ...marksWith({ installation: ISSUED + 1 }) },
      reason: "code_installation_ended",
    },
    {
      name: "scopes taken back after its issue",
      around: { installation: { ...INSTALLED, scopesRemovedAt: ISSUED } },
      reason: "code_scopes_removed",
    },
    {
      name: "remembered consent to an uninstalled installation",
      code: { replacesGrant: false },
      around: { installation: UNINSTALLED },
      reason: "code_installation_ended",
    },
    {
      name: "remembered consent to a pending installation",
      code: { replacesGrant: false },
      reason: "code_installation_ended",
    },
    { name: "I3 a mark on the app", around: marksWith({ app: ISSUED }), reason: "code_marked" },
    { name: "I3 a mark on the merchant", around: marksWith({ merchant: ISSUED }), reason: "code_marked" },
    { name: "I3 a mark on everything", around: marksWith({ everything: ISSUED }), reason: "code_marked" },
    {
      name: "none of its scopes still registered",
      around: { app: { registeredScopes: ["c"] } },
      reason: "code_scope_empty",
    },
  ];

  test.each(REFUSED)("$name: $reason", ({ reason, ...changes }) => {
    expect(decide(changes)).toEqual({ kind: "reject", reason });
  });

  test.each([
    { name: "K4 a missing redirect_uri", reason: "redirect_uri_missing", code: "invalid_request" },
    { name: "K4 a different redirect_uri", reason: "code_redirect_uri", code: "invalid_grant" },
    { name: "P3 a wrong verifier", reason: "code_verifier_wrong", code: "invalid_grant" },
    { name: "K6 a suspended merchant", reason: "code_merchant_suspended", code: "invalid_grant" },
  ] as const)("$name is $code", ({ reason, code }) => {
    expect(publicAnswerOf(reason).code).toBe(code);
  });
});

describe("K1 RFC 6749 §4.1.2 a second redemption revokes the family", () => {
  const USED = { usedAt: ISSUED + SECOND };

  test.each([
    { name: "at once", now: ISSUED + SECOND },
    { name: "after 30 s", now: ISSUED + 31 * SECOND },
    { name: "after its expiry", now: ISSUED + 3600 * SECOND },
  ])("$name ends its family", ({ now }) => {
    expect(decide({ code: USED }, now)).toEqual({ kind: "replay", reason: "code_reused" });
    expect(publicAnswerOf("code_reused").code).toBe("invalid_grant");
  });

  test("K2 a further replay writes nothing", () => {
    expect(decide({ code: USED, familyEnded: true })).toEqual({ kind: "reject", reason: "code_reused" });
  });

  test("also while the merchant is suspended", () => {
    expect(decide({ code: USED, around: { merchant: { state: "SUSPENDED" } } }).kind).toBe("replay");
  });

  const INVALID: (Changes & { name: string })[] = [
    { name: "by another app", request: { appId: "other" } },
    { name: "with another redirect_uri", request: { redirectUri: "https://app.example/x" } },
    { name: "without redirect_uri", request: { redirectUri: null } },
    { name: "without the verifier", request: { codeVerifier: null, verifierMatches: false } },
    { name: "with a wrong verifier", request: { verifierMatches: false } },
    { name: "with another secret part", request: { secretMatches: false } },
  ];

  test.each(INVALID)("$name changes nothing", (changes) => {
    expect(decide({ ...changes, code: USED }).kind).toBe("reject");
  });
});
