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
    request: { redirectUri: "https://app.example/cb", scopes: ["b", "a"], state: "s", codeChallenge: null, ...request },
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
  const ISSUED: { name: string; changes: Changes; scopes?: string[] }[] = [
    { name: "to an owner", changes: {} },
    { name: "to a manager", changes: { account: { role: "MANAGER" } } },
    { name: "with a challenge", changes: { request: { codeChallenge: CHALLENGE } } },
    {
      name: "to a public app with a challenge",
      changes: { app: { confidential: false }, request: { codeChallenge: CHALLENGE } },
    },
    { name: "for repeated scopes, as one set", changes: { request: { scopes: ["a", "a"] } }, scopes: ["a"] },
    { name: "after an uninstall", changes: { installation: { state: "UNINSTALLED", suspendedBy: [] } } },
    { name: "to an approved app on a test merchant", changes: { merchant: TEST_MERCHANT } },
    {
      name: "to an unapproved app on its developer's test merchant",
      changes: { app: { state: "IN_REVIEW" }, merchant: TEST_MERCHANT },
    },
    {
      name: "on a test merchant without restricted scopes",
      changes: { app: { state: "DRAFT" }, merchant: TEST_MERCHANT, request: { scopes: ["a", "restricted"] } },
      scopes: ["a"],
    },
  ];

  test.each(ISSUED)("$name", ({ changes, scopes = ["a", "b"] }) => {
    expect(decide(changes)).toEqual({ kind: "issue", scopes });
  });
});

describe("§4.1.2 does not issue", () => {
  const REFUSED: { name: string; changes: Changes; reason: OAuthReason }[] = [
    { name: "to an unknown app", changes: { app: null }, reason: "client_unknown" },
    {
      name: "A11 to an app suspended between page and approve",
      changes: { app: { state: "SUSPENDED" } },
      reason: "client_unusable",
    },
    { name: "to an archived app", changes: { app: { state: "ARCHIVED" } }, reason: "client_unusable" },
    {
      name: "to a rejected app on a test merchant",
      changes: { app: { state: "REJECTED" }, merchant: TEST_MERCHANT },
      reason: "client_unusable",
    },
    {
      name: "R4 to a redirect URI removed since authorize",
      changes: { app: { redirectUris: ["https://app.example/new"] } },
      reason: "redirect_uri_unregistered",
    },
    { name: "with an empty state", changes: { request: { state: "" } }, reason: "state_missing" },
    { name: "with a state of control characters", changes: { request: { state: "\n" } }, reason: "state_malformed" },
    {
      name: "P1 to a public app without challenge",
      changes: { app: { confidential: false } },
      reason: "challenge_missing",
    },
    {
      name: "P1 to an app that must use PKCE without challenge",
      changes: { app: { pkceRequired: true } },
      reason: "challenge_missing",
    },
    {
      name: "P2 with a challenge of 42 characters",
      changes: { request: { codeChallenge: CHALLENGE.slice(1) } },
      reason: "challenge_malformed",
    },
    { name: "P2 with an empty challenge", changes: { request: { codeChallenge: "" } }, reason: "challenge_malformed" },
    { name: "by an unknown account", changes: { account: null }, reason: "account_refused" },
    { name: "by a suspended account", changes: { account: { state: "SUSPENDED" } }, reason: "account_refused" },
    { name: "by a member", changes: { account: { role: "MEMBER" } }, reason: "role_refused" },
    { name: "by an account outside the merchant", changes: { account: { role: null } }, reason: "role_refused" },
    { name: "for an unknown merchant", changes: { merchant: null }, reason: "merchant_refused" },
    { name: "A11 for a suspended merchant", changes: { merchant: { state: "SUSPENDED" } }, reason: "merchant_refused" },
    { name: "for a closed merchant", changes: { merchant: { state: "CLOSED" } }, reason: "merchant_refused" },
    { name: "to an unapproved app on a real merchant", changes: { app: { state: "SUBMITTED" } }, reason: "test_only" },
    {
      name: "to an unapproved app on another developer's test merchant",
      changes: { app: { state: "SUBMITTED" }, merchant: { test: true, developerId: "other" } },
      reason: "test_only",
    },
    {
      name: "to an app whose installation is suspended",
      changes: { installation: { state: "SUSPENDED", suspendedBy: ["MERCHANT"] } },
      reason: "installation_refused",
    },
    {
      name: "to an app suspended before its uninstall",
      changes: { installation: { state: "UNINSTALLED", suspendedBy: ["OPERATOR"] } },
      reason: "installation_refused",
    },
    { name: "for no scope", changes: { request: { scopes: [] } }, reason: "scope_missing" },
    {
      name: "A5 for an unregistered scope",
      changes: { request: { scopes: ["a", "z"] } },
      reason: "scope_unregistered",
    },
    {
      name: "for a restricted scope that no operator granted",
      changes: { request: { scopes: ["a", "restricted"] } },
      reason: "scope_unregistered",
    },
    {
      name: "on a test merchant for an unregistered scope",
      changes: { app: { state: "DRAFT" }, merchant: TEST_MERCHANT, request: { scopes: ["a", "z"] } },
      reason: "scope_unregistered",
    },
    {
      name: "on a test merchant for restricted scopes only",
      changes: { app: { state: "DRAFT" }, merchant: TEST_MERCHANT, request: { scopes: ["restricted"] } },
      reason: "scope_unregistered",
    },
  ];

  test.each(REFUSED)("$name: $reason", ({ changes, reason }) => {
    expect(decide(changes)).toEqual({ kind: "reject", reason });
  });

  test("§4.1.2.1 errors of the app or its redirect URI are not redirected, all others are", () => {
    const page = REFUSED.filter(({ reason }) => isPageReason(reason)).map(({ reason }) => reason);
    expect([...new Set(page)]).toEqual(["client_unknown", "client_unusable", "redirect_uri_unregistered"]);
  });
});
