import { describe, expect, test } from "vitest";
import type { OAuthReason } from "../../../src/oauth/errors.ts";
import {
  decideIssue,
  type IssueApp,
  type IssueFacts,
  type IssueMerchant,
  type IssueRequest,
} from "../../../src/oauth/issue.ts";
import { isPageReason } from "../../../src/oauth/page-reason.ts";

const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

interface Changes {
  request?: Partial<IssueRequest>;
  app?: Partial<IssueApp> | null;
  merchant?: Partial<IssueMerchant> | null;
  account?: Partial<NonNullable<IssueFacts["account"]>> | null;
  installation?: IssueFacts["installation"];
}

const decide = ({ request, app, merchant, account, installation = null }: Changes) =>
  decideIssue({
    request: {
      redirectUri: "https://app.example/cb",
      scopes: ["b", "a"],
      requestedScopes: [],
      state: "s",
      codeChallenge: null,
      ...request,
    },
    app:
      app === null
        ? null
        : {
            state: "APPROVED",
            confidential: true,
            pkceRequired: false,
            redirectUris: ["https://app.example/cb"],
            scopes: [{ name: "a" }, { name: "b" }, { name: "restricted" }],
            registeredScopes: ["a", "b"],
            developerId: "dev",
            ...app,
          },
    merchant: merchant === null ? null : { state: "ACTIVE", test: false, developerId: null, ...merchant },
    account: account === null ? null : { state: "ACTIVE", role: "OWNER", ...account },
    installation,
  });

const TEST_MERCHANT = { test: true, developerId: "dev" };

describe("§4.1.2 issues", () => {
  const ISSUED: (Changes & { name: string; scopes?: string[]; ungranted?: string[] })[] = [
    { name: "to an owner" },
    { name: "to a manager", account: { role: "MANAGER" } },
    { name: "with a challenge", request: { codeChallenge: CHALLENGE } },
    { name: "to a public app with a challenge", app: { confidential: false }, request: { codeChallenge: CHALLENGE } },
    { name: "for repeated scopes, as one set", request: { scopes: ["a", "a"] }, scopes: ["a"] },
    { name: "after an uninstall", installation: { state: "UNINSTALLED", suspendedBy: [] } },
    { name: "to an approved app on a test merchant", merchant: TEST_MERCHANT },
    {
      name: "to an unapproved app on its developer's test merchant",
      app: { state: "IN_REVIEW" },
      merchant: TEST_MERCHANT,
    },
    {
      name: "on a test merchant without restricted scopes",
      app: { state: "DRAFT" },
      merchant: TEST_MERCHANT,
      request: { scopes: ["a", "restricted"] },
      scopes: ["a"],
      ungranted: ["restricted"],
    },
    {
      name: "T13 with the registered scopes that were requested and not granted",
      request: { scopes: ["a"], requestedScopes: ["restricted", "b", "a", "unregistered"] },
      scopes: ["a"],
      ungranted: ["b", "restricted"],
    },
    { name: "all requested scopes", request: { requestedScopes: ["a", "b"] } },
  ];

  test.each(ISSUED)("$name", ({ scopes = ["a", "b"], ungranted = null, ...changes }) => {
    expect(decide(changes)).toEqual({ kind: "issue", scopes, ungranted });
  });
});

describe("§4.1.2 does not issue", () => {
  const REFUSED: (Changes & { name: string; reason: OAuthReason })[] = [
    { name: "to an unknown app", app: null, reason: "client_unknown" },
    {
      name: "A11 to an app suspended between page and approve",
      app: { state: "SUSPENDED" },
      reason: "client_unusable",
    },
    { name: "to an archived app", app: { state: "ARCHIVED" }, reason: "client_unusable" },
    {
      name: "to a rejected app on a test merchant",
      app: { state: "REJECTED" },
      merchant: TEST_MERCHANT,
      reason: "client_unusable",
    },
    {
      name: "R4 to a redirect URI removed since authorize",
      app: { redirectUris: ["https://app.example/new"] },
      reason: "redirect_uri_unregistered",
    },
    { name: "with an empty state", request: { state: "" }, reason: "state_missing" },
    { name: "with a state of control characters", request: { state: "\n" }, reason: "state_malformed" },
    { name: "P1 to a public app without challenge", app: { confidential: false }, reason: "challenge_missing" },
    {
      name: "P1 to an app that must use PKCE without challenge",
      app: { pkceRequired: true },
      reason: "challenge_missing",
    },
    {
      name: "P2 with a challenge of 42 characters",
      request: { codeChallenge: CHALLENGE.slice(1) },
      reason: "challenge_malformed",
    },
    { name: "P2 with an empty challenge", request: { codeChallenge: "" }, reason: "challenge_malformed" },
    { name: "by an unknown account", account: null, reason: "account_refused" },
    { name: "by a suspended account", account: { state: "SUSPENDED" }, reason: "account_refused" },
    { name: "by a member", account: { role: "MEMBER" }, reason: "role_refused" },
    { name: "by an account outside the merchant", account: { role: null }, reason: "role_refused" },
    { name: "for an unknown merchant", merchant: null, reason: "merchant_refused" },
    { name: "A11 for a suspended merchant", merchant: { state: "SUSPENDED" }, reason: "merchant_refused" },
    { name: "for a closed merchant", merchant: { state: "CLOSED" }, reason: "merchant_refused" },
    { name: "to an unapproved app on a real merchant", app: { state: "SUBMITTED" }, reason: "test_only" },
    {
      name: "to an unapproved app on another developer's test merchant",
      app: { state: "SUBMITTED" },
      merchant: { test: true, developerId: "other" },
      reason: "test_only",
    },
    {
      name: "to an app whose installation is suspended",
      installation: { state: "SUSPENDED", suspendedBy: ["MERCHANT"] },
      reason: "installation_refused",
    },
    {
      name: "to an app suspended before its uninstall",
      installation: { state: "UNINSTALLED", suspendedBy: ["OPERATOR"] },
      reason: "installation_refused",
    },
    { name: "for no scope", request: { scopes: [] }, reason: "scope_missing" },
    { name: "A5 for an unregistered scope", request: { scopes: ["a", "z"] }, reason: "scope_unregistered" },
    {
      name: "for a restricted scope that no operator granted",
      request: { scopes: ["a", "restricted"] },
      reason: "scope_unregistered",
    },
    {
      name: "on a test merchant for an unregistered scope",
      app: { state: "DRAFT" },
      merchant: TEST_MERCHANT,
      request: { scopes: ["a", "z"] },
      reason: "scope_unregistered",
    },
    {
      name: "on a test merchant for restricted scopes only",
      app: { state: "DRAFT" },
      merchant: TEST_MERCHANT,
      request: { scopes: ["restricted"] },
      reason: "scope_unregistered",
    },
  ];

  test.each(REFUSED)("$name: $reason", ({ reason, ...changes }) => {
    expect(decide(changes)).toEqual({ kind: "reject", reason });
  });

  test("§4.1.2.1 errors of the app or its redirect URI are not redirected, all others are", () => {
    const page = REFUSED.filter(({ reason }) => isPageReason(reason)).map(({ reason }) => reason);
    expect([...new Set(page)]).toEqual(["client_unknown", "client_unusable", "redirect_uri_unregistered"]);
  });
});
