import { describe, expect, test } from "vitest";
import { APP_STATES } from "../../../src/oauth/app-state.ts";
import { type ClientFacts, decideClientAuthentication } from "../../../src/oauth/client-authentication.ts";
import { type OAuthReason, publicAnswerOf } from "../../../src/oauth/errors.ts";

const SECRET_APP = { state: "APPROVED", confidential: true } as const;
const PUBLIC_APP = { state: "APPROVED", confidential: false } as const;

const decide = (facts: Partial<ClientFacts>) =>
  decideClientAuthentication({ app: SECRET_APP, proof: "secret", secretMatches: true, purpose: "grant", ...facts });

const REFUSED: { name: string; facts: Partial<ClientFacts>; reason: OAuthReason }[] = [
  { name: "L3 an unknown app", facts: { app: null }, reason: "client_unknown" },
  {
    name: "L3 an unknown app, whatever else is said",
    facts: { app: null, proof: "public", secretMatches: false },
    reason: "client_unknown",
  },
  { name: "L1 a wrong secret", facts: { secretMatches: false }, reason: "client_secret_wrong" },
  {
    name: "L1 an app with a secret that sends none",
    facts: { proof: "none", secretMatches: false },
    reason: "client_secret_missing",
  },
  {
    name: "L1 an app with a secret that says it is public",
    facts: { proof: "public", secretMatches: false },
    reason: "client_secret_missing",
  },
  {
    name: "an app with a secret that sends none, the fact notwithstanding",
    facts: { proof: "none" },
    reason: "client_secret_missing",
  },
  { name: "a public app with a secret", facts: { app: PUBLIC_APP }, reason: "client_secret_unexpected" },
  { name: "a public app that does not say so", facts: { app: PUBLIC_APP, proof: "none" }, reason: "client_missing" },
  {
    name: "K6 a suspended app with its right secret",
    facts: { app: { ...SECRET_APP, state: "SUSPENDED" } },
    reason: "client_unusable",
  },
  {
    name: "an archived app with its right secret",
    facts: { app: { ...SECRET_APP, state: "ARCHIVED" } },
    reason: "client_unusable",
  },
  {
    name: "a rejected app with its right secret",
    facts: { app: { ...SECRET_APP, state: "REJECTED" } },
    reason: "client_unusable",
  },
  {
    name: "a suspended public app",
    facts: { app: { ...PUBLIC_APP, state: "SUSPENDED" }, proof: "public" },
    reason: "client_unusable",
  },
  {
    name: "a suspended app with a wrong secret that revokes",
    facts: { app: { ...SECRET_APP, state: "SUSPENDED" }, secretMatches: false, purpose: "revoke" },
    reason: "client_secret_wrong",
  },
];

describe("RFC 6749 §5.2 refused", () => {
  test.each(REFUSED)("$name: $reason", ({ facts, reason }) => {
    expect(decide(facts)).toEqual({ kind: "reject", reason });
  });

  test("L3 all of them read alike", () => {
    const answers = REFUSED.map(({ reason }) => JSON.stringify(publicAnswerOf(reason)));
    expect(new Set(answers).size).toBe(1);
    expect(publicAnswerOf("client_secret_wrong").code).toBe("invalid_client");
  });
});

describe("RFC 6749 §2.3 authenticated", () => {
  test.each([
    { name: "an app with its secret", facts: {} },
    { name: "a public app that says so", facts: { app: PUBLIC_APP, proof: "public", secretMatches: false } },
    { name: "an unapproved app, which may have test installs", facts: { app: { ...SECRET_APP, state: "DRAFT" } } },
  ] as { name: string; facts: Partial<ClientFacts> }[])("$name", ({ facts }) => {
    expect(decide(facts)).toEqual({ kind: "authenticated" });
  });

  test.each(APP_STATES.map((name) => ({ name })))("revoke always works: $name", ({ name }) => {
    expect(decide({ app: { state: name, confidential: true }, purpose: "revoke" })).toEqual({ kind: "authenticated" });
  });
});

describe("a public app's name is no proof", () => {
  const facts = { app: PUBLIC_APP, proof: "public", secretMatches: false } as const;

  test("it ends no installation by it: whoever knows the name could", () => {
    expect(decide({ ...facts, purpose: "uninstall" })).toEqual({ kind: "reject", reason: "uninstall_unproven" });
    expect(publicAnswerOf("uninstall_unproven").code).toBe("unauthorized_client");
  });

  test("RFC 7009 §5 a token that it gives back is one", () => {
    expect(decide({ ...facts, purpose: "revoke" })).toEqual({ kind: "authenticated" });
  });

  test.each(APP_STATES.map((name) => ({ name })))(
    "an app with a secret uninstalls in every state: $name",
    ({ name }) => {
      const app = { state: name, confidential: true };
      expect(decide({ app, purpose: "uninstall" })).toEqual({ kind: "authenticated" });
      expect(decide({ app, purpose: "uninstall", secretMatches: false }).kind).toBe("reject");
    },
  );
});
