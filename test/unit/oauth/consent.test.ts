import { describe, expect, test } from "vitest";
import {
  findApprovalError,
  isConsentRemembered,
  mayConsent,
  type RememberedFacts,
} from "../../../src/oauth/consent.ts";

test.each([
  { name: "OWNER", role: "OWNER", may: true },
  { name: "MANAGER", role: "MANAGER", may: true },
  { name: "MEMBER", role: "MEMBER", may: false },
  { name: "an account outside the merchant", role: null, may: false },
] as const)("$name may consent: $may", ({ role, may }) => {
  expect(mayConsent(role)).toBe(may);
});

describe("C8 RFC 6749 §10.2 consent remembered", () => {
  const INSTALLED = { state: "ACTIVE", grantedScopes: ["a", "b"] } as const;
  const CASES: (Partial<RememberedFacts> & { name: string; remembered: boolean })[] = [
    { name: "the granted scopes", remembered: true },
    { name: "fewer scopes", scopes: ["b"], remembered: true },
    { name: "with prompt=login", prompts: ["login"], remembered: true },
    { name: "by another account that may consent", role: "MANAGER", remembered: true },
    { name: "more scopes", scopes: ["a", "c"], remembered: false },
    { name: "with prompt=consent", prompts: ["login", "consent"], remembered: false },
    { name: "by a public app", confidential: false, remembered: false },
    { name: "by an account that may not consent", role: "MEMBER", remembered: false },
    { name: "by an account outside the merchant", role: null, remembered: false },
    { name: "from the install page", installToken: "lk_it_1", remembered: false },
    { name: "on a merchant without the app", installation: null, remembered: false },
    { name: "after an uninstall", installation: { ...INSTALLED, state: "UNINSTALLED" }, remembered: false },
    { name: "before the first exchange", installation: { ...INSTALLED, state: "PENDING" }, remembered: false },
    { name: "while suspended", installation: { ...INSTALLED, state: "SUSPENDED" }, remembered: false },
  ];

  test.each(CASES)("$name: $remembered", ({ remembered, ...changes }) => {
    const facts = {
      confidential: true,
      prompts: [],
      installToken: null,
      role: "OWNER",
      scopes: ["a", "b"],
      installation: INSTALLED,
    } as const;
    expect(isConsentRemembered({ ...facts, ...changes })).toBe(remembered);
  });
});

describe("the approved scopes", () => {
  const scopes = [
    { name: "a", required: true },
    { name: "b", required: false },
    { name: "c", required: true },
  ];

  test.each([
    { name: "all requested", approved: ["a", "b"], fault: null },
    { name: "without an optional scope", approved: ["a"], fault: null },
    { name: "C3 more than requested", approved: ["a", "b", "c"], fault: "scope_not_requested" },
    { name: "C3 an unknown scope", approved: ["a", "z"], fault: "scope_not_requested" },
    { name: "without a required scope", approved: ["b"], fault: "scope_required" },
    { name: "nothing", approved: [], fault: "scope_required" },
  ])("$name: $fault", ({ approved, fault }) => {
    expect(findApprovalError({ approved, requested: ["a", "b"], scopes })).toBe(fault);
  });

  test("approving none of only optional scopes is an error", () => {
    expect(findApprovalError({ approved: [], requested: ["b"], scopes })).toBe("scope_missing");
  });
});
