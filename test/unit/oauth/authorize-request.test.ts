import { describe, expect, test } from "vitest";
import type { AppState } from "../../../src/oauth/app-state.ts";
import { type AuthorizeApp, decideAuthorize, readClientId } from "../../../src/oauth/authorize-request.ts";
import { type OAuthReason, publicAnswerOf } from "../../../src/oauth/errors.ts";
import { collectParameters } from "../../../src/oauth/parameters.ts";

type Pairs = [string, string][];

const REDIRECT_URI = "https://app.example/cb";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const APP: AuthorizeApp = {
  state: "APPROVED",
  confidential: true,
  pkceRequired: false,
  redirectUris: [REDIRECT_URI],
  scopes: [{ name: "orders:read" }, { name: "orders:write" }, { name: "payouts" }],
  registeredScopes: ["orders:read", "orders:write"],
  hasTestMerchant: false,
};

const REQUIRED = { client_id: "app_1", redirect_uri: REDIRECT_URI, scope: "orders:read", state: "s1" };

/** Decides on the required parameters with changes (undefined: left out) and further pairs at the end. */
function ask(changes: Record<string, string | undefined>, further: Pairs = [], app: Partial<AuthorizeApp> | null = {}) {
  const pairs = Object.entries({ ...REQUIRED, ...changes }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return decideAuthorize(collectParameters([...pairs, ...further]), app && { ...APP, ...app });
}

describe("§4.1.1 accepts", () => {
  test("the four required parameters", () => {
    expect(ask({})).toEqual({
      kind: "proceed",
      request: {
        redirectUri: REDIRECT_URI,
        scopes: ["orders:read"],
        state: "s1",
        codeChallenge: null,
        prompts: [],
        merchantHint: null,
        installToken: null,
      },
    });
  });

  test("all parameters", () => {
    const everything = {
      response_type: "code",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
      merchant_hint: "shop-1",
      prompt: "select_account consent",
      install_token: "lk_it_1",
    };
    expect(ask(everything)).toMatchObject({
      kind: "proceed",
      request: {
        codeChallenge: CHALLENGE,
        prompts: ["consent", "select_account"],
        merchantHint: "shop-1",
        installToken: "lk_it_1",
      },
    });
  });

  const GOOD: { name: string; changes: Record<string, string | undefined> }[] = [
    { name: "A4 an unknown parameter", changes: { foo: "bar" } },
    { name: "A4 an unknown parameter with any legal text", changes: { foo: "é <b>\u2028" } },
    { name: "§3.1 an empty response_type as absent", changes: { response_type: "" } },
    { name: "§3.1 an empty request", changes: { request: "" } },
    { name: "a state of 2048 bytes", changes: { state: "x".repeat(2048) } },
    { name: "an install_token of 255 characters", changes: { install_token: "a".repeat(255) } },
  ];

  test.each(GOOD)("$name", ({ changes }) => {
    expect(ask(changes)).toMatchObject({ kind: "proceed" });
  });

  test("A6 repeated scopes in any order as one canonical set", () => {
    expect(ask({ scope: "orders:write orders:read orders:write" })).toMatchObject({
      request: { scopes: ["orders:read", "orders:write"] },
    });
  });

  test("R3 any port of a public app's loopback address, and redirects to the requested one", () => {
    const app = { confidential: false, redirectUris: ["http://127.0.0.1/cb"] };
    const changes = {
      redirect_uri: "http://127.0.0.1:49152/cb",
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
    };
    expect(ask(changes, [], app)).toMatchObject({
      kind: "proceed",
      request: { redirectUri: "http://127.0.0.1:49152/cb" },
    });
  });
});

describe("§4.1.2.1 a page, never a redirect", () => {
  const UNREGISTERED = "redirect_uri_unregistered";
  const PAGES: { name: string; decision: ReturnType<typeof ask>; reason: OAuthReason }[] = [
    { name: "A1 no client_id", decision: ask({ client_id: undefined }), reason: "client_missing" },
    { name: "A1 an empty client_id", decision: ask({ client_id: "" }), reason: "client_missing" },
    { name: "A1 an unknown client_id", decision: ask({}, [], null), reason: "client_unknown" },
    { name: "A1 a suspended app", decision: ask({}, [], { state: "SUSPENDED" }), reason: "client_unusable" },
    { name: "A1 an archived app", decision: ask({}, [], { state: "ARCHIVED" }), reason: "client_unusable" },
    {
      name: "A1 a rejected app",
      decision: ask({}, [], { state: "REJECTED", hasTestMerchant: true }),
      reason: "client_unusable",
    },
    {
      name: "A1 an unapproved app without a test merchant",
      decision: ask({}, [], { state: "DRAFT" }),
      reason: "client_unusable",
    },
    {
      name: "A2 a client_id with control characters",
      decision: ask({ client_id: "app_\0" }),
      reason: "client_malformed",
    },
    { name: "A2 a client_id of 10 kB", decision: ask({ client_id: "a".repeat(10_000) }), reason: "client_malformed" },
    { name: "two client_ids", decision: ask({}, [["client_id", "app_1"]]), reason: "client_duplicated" },
    { name: "no redirect_uri", decision: ask({ redirect_uri: undefined }), reason: "redirect_uri_missing" },
    { name: "an empty redirect_uri", decision: ask({ redirect_uri: "" }), reason: "redirect_uri_missing" },
    {
      name: "R1 an unregistered redirect_uri",
      decision: ask({ redirect_uri: "https://evil.example/cb" }),
      reason: UNREGISTERED,
    },
    { name: "R1 a registered prefix", decision: ask({ redirect_uri: `${REDIRECT_URI}/x` }), reason: UNREGISTERED },
    { name: "R1 an extra query", decision: ask({ redirect_uri: `${REDIRECT_URI}?x` }), reason: UNREGISTERED },
    {
      name: "two redirect_uris",
      decision: ask({}, [["redirect_uri", REDIRECT_URI]]),
      reason: "redirect_uri_duplicated",
    },
    {
      name: "an invalid redirect_uri together with every other error",
      decision: ask({ redirect_uri: "x", scope: "?", state: "" }),
      reason: UNREGISTERED,
    },
  ];

  test.each(PAGES)("$name: $reason", ({ decision, reason }) => {
    expect(decision).toEqual({ kind: "page", reason });
  });

  test("A2 an invalid client_id is not looked up", () => {
    expect(readClientId(collectParameters([["client_id", "a".repeat(256)]]))).toEqual({
      kind: "page",
      reason: "client_malformed",
    });
    expect(readClientId(collectParameters([["client_id", "a".repeat(255)]]))).toMatchObject({ kind: "client_id" });
  });
});

describe("§4.1.2.1 an error for the app", () => {
  const pkce = (code_challenge?: string, code_challenge_method?: string) => ({ code_challenge, code_challenge_method });
  const PUBLIC = { confidential: false };
  const STRICT = { pkceRequired: true };
  const FAULTS: {
    name: string;
    changes?: Record<string, string | undefined>;
    further?: string;
    app?: Partial<AuthorizeApp>;
    reason: OAuthReason;
    state?: null;
    scope?: string;
  }[] = [
    { name: "A3 response_type token", changes: { response_type: "token" }, reason: "response_type_unsupported" },
    { name: "A3 code token", changes: { response_type: "code token" }, reason: "response_type_unsupported" },
    { name: "A3 code id_token", changes: { response_type: "code id_token" }, reason: "response_type_unsupported" },
    { name: "A3 CODE", changes: { response_type: "CODE" }, reason: "response_type_unsupported" },
    {
      name: "A5 an unregistered scope",
      changes: { scope: "orders:read admin" },
      reason: "scope_unregistered",
      scope: "admin",
    },
    {
      name: "A5 an unregistered scope of 65 characters",
      changes: { scope: "a".repeat(65) },
      reason: "scope_unregistered",
    },
    {
      name: "A5 an unregistered scope that is no name",
      changes: { scope: "<b>call+1-555</b>" },
      reason: "scope_unregistered",
    },
    {
      name: "A5 a restricted scope that no operator allowed",
      changes: { scope: "payouts" },
      reason: "scope_unregistered",
      scope: "payouts",
    },
    { name: "A5 a line feed in scope", changes: { scope: "orders:read\norders:write" }, reason: "scope_malformed" },
    { name: "A5 a quote in scope", changes: { scope: '"' }, reason: "scope_malformed" },
    { name: "A5 a backslash in scope", changes: { scope: "\\" }, reason: "scope_malformed" },
    { name: "A5 é in scope", changes: { scope: "é" }, reason: "scope_malformed" },
    { name: "A8 no scope", changes: { scope: undefined }, reason: "scope_missing" },
    { name: "A8 an empty scope", changes: { scope: "" }, reason: "scope_missing" },
    { name: "A8 no state", changes: { state: undefined }, reason: "state_missing", state: null },
    { name: "A8 an empty state", changes: { state: "" }, reason: "state_missing", state: null },
    { name: "a state of 2049 bytes", changes: { state: "x".repeat(2049) }, reason: "state_malformed", state: null },
    { name: "a control character in state", changes: { state: "a\r\nb" }, reason: "state_malformed", state: null },
    { name: "A9 request", changes: { request: "e30." }, reason: "request_object" },
    { name: "A9 request_uri", changes: { request_uri: "http://169.254.169.254/" }, reason: "request_uri" },
    { name: "P1 a public app without challenge", app: PUBLIC, reason: "challenge_missing" },
    { name: "P1 an app that must use PKCE without challenge", app: STRICT, reason: "challenge_missing" },
    { name: "P1 plain", changes: pkce(CHALLENGE, "plain"), reason: "challenge_method" },
    { name: "P1 no method", changes: pkce(CHALLENGE), reason: "challenge_method" },
    { name: "P1 an empty method", changes: pkce(CHALLENGE, ""), reason: "challenge_method" },
    { name: "P1 an unknown method", changes: pkce(CHALLENGE, "s256"), reason: "challenge_method" },
    { name: "P1 plain by a public app", changes: pkce(CHALLENGE, "plain"), app: PUBLIC, reason: "challenge_method" },
    {
      name: "P2 a challenge of 42 characters",
      changes: pkce(CHALLENGE.slice(1), "S256"),
      reason: "challenge_malformed",
    },
    { name: "P2 a challenge of 129 characters", changes: pkce("A".repeat(129), "S256"), reason: "challenge_malformed" },
    { name: "P2 a padded challenge", changes: pkce(`${CHALLENGE}=`, "S256"), reason: "challenge_malformed" },
    {
      name: "P2 a challenge outside the alphabet",
      changes: pkce(`${CHALLENGE.slice(1)}+`, "S256"),
      reason: "challenge_malformed",
    },
    { name: "P5 a method without challenge", changes: pkce(undefined, "S256"), reason: "challenge_method_alone" },
    { name: "P5 a method with an empty challenge", changes: pkce("", "S256"), reason: "challenge_method_alone" },
    { name: "prompt none", changes: { prompt: "none" }, reason: "prompt_malformed" },
    { name: "an unknown prompt beside a known one", changes: { prompt: "login x" }, reason: "prompt_malformed" },
    {
      name: "a merchant_hint that is not a merchant_id",
      changes: { merchant_hint: "a/b" },
      reason: "merchant_hint_malformed",
    },
    {
      name: "an install_token with a control character",
      changes: { install_token: "a\0" },
      reason: "parameter_malformed",
    },
    {
      name: "an install_token of 256 characters",
      changes: { install_token: "a".repeat(256) },
      reason: "parameter_malformed",
    },
    { name: "B2 a control character in an unknown parameter", changes: { foo: "a\0" }, reason: "parameter_malformed" },
    { name: "B2 a control character in an unknown name", changes: { "foo\n": "a" }, reason: "parameter_malformed" },
    { name: "two scopes", further: "scope=orders:read", reason: "parameter_duplicated" },
    { name: "two unknown parameters", further: "foo=1&foo=2", reason: "parameter_duplicated" },
    { name: "two states", further: "state=s1", reason: "parameter_duplicated", state: null },
    {
      name: "two scopes and an invalid state",
      changes: { state: "a\0" },
      further: "scope=x",
      reason: "parameter_duplicated",
      state: null,
    },
  ];

  test.each(FAULTS)(
    "$name: $reason",
    ({ changes = {}, further = "", app = {}, reason, state = "s1", scope = null }) => {
      expect(ask(changes, [...new URLSearchParams(further)], app)).toEqual({
        kind: "redirect",
        reason,
        redirectUri: REDIRECT_URI,
        state,
        scope,
      });
    },
  );

  test.each(FAULTS.filter(({ name }) => /^[AP]\d/.test(name)))("$name has the error code of the RFC", ({ reason }) => {
    const code = publicAnswerOf(reason).code;
    const expected: [RegExp, string][] = [
      [/^response_type/, "unsupported_response_type"],
      [/^scope/, "invalid_scope"],
      [/^request_object/, "request_not_supported"],
      [/^request_uri/, "request_uri_not_supported"],
      [/^(state|challenge)/, "invalid_request"],
    ];
    expect(code).toBe(expected.find(([pattern]) => pattern.test(reason))?.[1]);
  });
});

describe("an unapproved app with a test merchant", () => {
  const UNAPPROVED: AppState[] = ["DRAFT", "SUBMITTED", "IN_REVIEW", "CHANGES_REQUESTED"];

  test.each(UNAPPROVED.map((state) => ({ name: state, state })))(
    "$name may request all registered scopes",
    ({ state }) => {
      const app = { state, hasTestMerchant: true };
      expect(ask({ scope: "orders:read payouts" }, [], app)).toMatchObject({ kind: "proceed" });
      expect(ask({ scope: "admin" }, [], app)).toMatchObject({ kind: "redirect", reason: "scope_unregistered" });
    },
  );
});
