import { describe, expect, test } from "vitest";
import { APP_STATES } from "../../../src/oauth/app-state.ts";
import { type ClientFacts, decideClientAuthentication } from "../../../src/oauth/client-authentication.ts";
import { type OAuthReason, publicAnswerOf } from "../../../src/oauth/errors.ts";

const SECRET_APP = { state: "APPROVED", confidential: true } as const;
const PUBLIC_APP = { state: "APPROVED", confidential: false } as const;

const decide = (facts: Partial<ClientFacts>) =>
  decideClientAuthentication({ app: SECRET_APP, proof: "secret", secretMatches: true, purpose: "grant", ...facts });

const REFUSED: (Partial<ClientFacts> & { name: string; reason: OAuthReason })[] = [
  { name: "L3 an unknown app", app: null, reason: "client_unknown" },
  {
    name: "L3 an unknown app with matching credentials",
    app: null,
    proof: "public",
    secretMatches: false,
    reason: "client_unknown",
  },
  { name: "L1 a wrong secret", secretMatches: false, reason: "client_secret_wrong" },
  {
    name: "L1 an app with a secret that sends none",
    proof: "none",
    secretMatches: false,
    reason: "client_secret_missing",
  },
  {
    name: "L1 an app with a secret that claims to be public",
    proof: "public",
    secretMatches: false,
    reason: "client_secret_missing",
  },
  {
    name: "an app with a secret that sends none, although the digest matches",
    proof: "none",
    reason: "client_secret_missing",
  },
  { name: "a public app with a secret", app: PUBLIC_APP, reason: "client_secret_unexpected" },
  { name: "a public app without the public claim", app: PUBLIC_APP, proof: "none", reason: "client_missing" },
  { name: "K6 a suspended app with its secret", app: { ...SECRET_APP, state: "SUSPENDED" }, reason: "client_unusable" },
  { name: "an archived app with its secret", app: { ...SECRET_APP, state: "ARCHIVED" }, reason: "client_unusable" },
  { name: "a rejected app with its secret", app: { ...SECRET_APP, state: "REJECTED" }, reason: "client_unusable" },
  {
    name: "a suspended public app",
    app: { ...PUBLIC_APP, state: "SUSPENDED" },
    proof: "public",
    reason: "client_unusable",
  },
  {
    name: "a suspended app with a wrong secret at revoke",
    app: { ...SECRET_APP, state: "SUSPENDED" },
    secretMatches: false,
    purpose: "revoke",
    reason: "client_secret_wrong",
  },
];

describe("RFC 6749 §5.2 rejects", () => {
  test.each(REFUSED)("$name: $reason", ({ reason, ...facts }) => {
    expect(decide(facts)).toEqual({ kind: "reject", reason });
  });

  test("L3 all of them have the same error", () => {
    const answers = REFUSED.map(({ reason }) => JSON.stringify(publicAnswerOf(reason)));
    expect(new Set(answers).size).toBe(1);
    expect(publicAnswerOf("client_secret_wrong").code).toBe("invalid_client");
  });
});

describe("RFC 6749 §2.3 accepts", () => {
  test.each([
    { name: "an app with its secret" },
    { name: "a public app with the public claim", app: PUBLIC_APP, proof: "public", secretMatches: false },
    { name: "an unapproved app, for test merchants", app: { ...SECRET_APP, state: "DRAFT" } },
  ] as (Partial<ClientFacts> & { name: string })[])("$name", (facts) => {
    expect(decide(facts)).toEqual({ kind: "authenticated" });
  });

  test.each(APP_STATES.map((name) => ({ name })))("revoke works in state $name", ({ name }) => {
    expect(decide({ app: { state: name, confidential: true }, purpose: "revoke" })).toEqual({ kind: "authenticated" });
  });
});

describe("a public app's client_id is no proof", () => {
  const facts = { app: PUBLIC_APP, proof: "public", secretMatches: false } as const;

  test("a public app cannot uninstall", () => {
    expect(decide({ ...facts, purpose: "uninstall" })).toEqual({ kind: "reject", reason: "uninstall_unproven" });
    expect(publicAnswerOf("uninstall_unproven").code).toBe("unauthorized_client");
  });

  test("RFC 7009 §5 a public app can revoke its token", () => {
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
