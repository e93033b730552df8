import { describe, expect, test } from "vitest";
import { decideInstall, type InstallFacts, type InstallTokenFacts } from "../../../src/oauth/install-token.ts";

const NOW = 1_750_000_000_000_000;
const TOKEN: InstallTokenFacts = { appId: "app", accountId: "acc", merchantId: "m", expiresAt: NOW + 1, usedAt: null };

const decide = (facts: Partial<InstallFacts>) =>
  decideInstall({ token: TOKEN, secretMatches: true, appId: "app", accountId: "acc", ...facts }, NOW);

describe("an install token", () => {
  test("preselects its merchant for its app and account", () => {
    expect(decide({})).toEqual({ kind: "accept", merchantId: "m" });
    expect(decide({ token: { ...TOKEN, merchantId: null } })).toEqual({ kind: "accept", merchantId: null });
  });

  test.each([
    { name: "unknown", facts: { token: null } },
    { name: "with another secret", facts: { secretMatches: false } },
    { name: "of another app", facts: { appId: "other" } },
    { name: "of another account", facts: { accountId: "other" } },
    { name: "used", facts: { token: { ...TOKEN, usedAt: NOW - 1 } } },
    { name: "expired", facts: { token: { ...TOKEN, expiresAt: NOW } } },
  ])("$name shows an error page", ({ facts }) => {
    expect(decide(facts)).toEqual({ kind: "reject", reason: "install_token_refused" });
  });
});
