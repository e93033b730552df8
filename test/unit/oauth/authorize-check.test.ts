import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CheckedApp, checkAuthorize } from "../../../src/oauth/authorize-check.ts";
import { decideAuthorize } from "../../../src/oauth/authorize-request.ts";
import { readAuthorizeUrl } from "../../../src/oauth/authorize-url.ts";

const ISSUER = "https://platform.example";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const APP: CheckedApp = {
  state: "APPROVED",
  confidential: true,
  pkceRequired: false,
  redirectUris: ["https://app.example/cb"],
  scopes: [
    { name: "orders:read", required: true },
    { name: "orders:write", required: false },
  ],
  registeredScopes: ["orders:read", "orders:write"],
  hasTestMerchant: false,
};
const GOOD = {
  client_id: "app_1",
  redirect_uri: "https://app.example/cb",
  scope: "orders:read",
  state: "0123456789abcdef",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};

function urlOf(changes: Record<string, string> = {}, further = ""): string {
  return `${ISSUER}/oauth/authorize?${new URLSearchParams({ ...GOOD, ...changes })}${further}`;
}

function codesOf(url: string, app: CheckedApp | null = APP): string[] {
  const read = readAuthorizeUrl(url, ISSUER);
  const more = read.kind === "read" ? checkAuthorize(read, app) : [];
  return [...read.findings, ...more].map(({ code, parameter, detail }) =>
    [code, parameter, detail].filter(Boolean).join(" "),
  );
}

test("a valid URL has no findings", () => {
  expect(codesOf(urlOf())).toEqual([]);
  expect(codesOf(urlOf().replace("/oauth", "/api/v1/oauth"))).toEqual([]);
});

test("RFC 6749 §4.1.2.1 all errors are reported, in the order of the endpoint's checks", () => {
  const url = urlOf({
    redirect_uri: "https://app.example/other",
    state: "",
    scope: "payouts orders:read",
    prompt: "none",
  });
  expect(
    codesOf(`${url.replace("platform", "other")}&response_type=token&state=x&request_uri=https://x.example`),
  ).toEqual([
    "url_origin https://other.example",
    "redirect_uri_unregistered redirect_uri https://app.example/other",
    "parameter_duplicated state",
    "state_missing state",
    "request_uri request_uri",
    "response_type_unsupported response_type",
    "scope_unregistered scope payouts",
    "prompt_malformed prompt",
  ]);
});

test("B2 a control character is reported for an unknown parameter by name, for a known one by its own rule", () => {
  expect(codesOf(urlOf({ foo: "a\0", bar: "b", prompt: "login\n" }))).toEqual([
    "prompt_malformed prompt",
    "parameter_malformed foo",
    "parameter_unknown foo",
    "parameter_unknown bar",
  ]);
});

describe("the URL outside its parameters", () => {
  const CASES: { name: string; url: string; codes: string[] }[] = [
    { name: "no URL", url: "hello", codes: ["url_malformed"] },
    { name: "a very long URL", url: `${urlOf()}${"x".repeat(17_000)}`, codes: ["url_too_long"] },
    { name: "another path", url: urlOf().replace("/oauth/authorize", "/authorize"), codes: ["url_path /authorize"] },
    { name: "a fragment (§3.1)", url: `${urlOf()}#top`, codes: ["url_fragment #top"] },
    { name: "surrounding spaces from a paste", url: `  ${urlOf()}\n`, codes: [] },
    { name: "a broken escape", url: `${urlOf()}&x=%ff`, codes: ["parameter_malformed x"] },
  ];
  test.each(CASES)("$name", ({ url, codes }) => expect(codesOf(url)).toEqual(codes));
});

describe("advice", () => {
  const CASES: { name: string; url: string; codes: string[] }[] = [
    {
      name: "RFC 9700 §2.1.1 no PKCE",
      url: urlOf({ code_challenge: "", code_challenge_method: "" }),
      codes: ["pkce_missing code_challenge"],
    },
    { name: "RFC 6749 §10.12 a guessable state", url: urlOf({ state: "1" }), codes: ["state_short state"] },
    { name: "an unknown parameter", url: urlOf({ foo: "1" }), codes: ["parameter_unknown foo"] },
    {
      name: "a required scope that is not requested",
      url: urlOf({ scope: "orders:write" }),
      codes: ["scope_required_missing scope orders:read"],
    },
  ];
  test.each(CASES)("$name", ({ url, codes }) => expect(codesOf(url)).toEqual(codes));
});

test("a required scope that no operator allowed is not advised, because a request for it is refused", () => {
  const scopes = [...APP.scopes, { name: "payouts", required: true }];
  expect(codesOf(urlOf(), { ...APP, scopes })).toEqual([]);
  const registeredScopes = [...APP.registeredScopes, "payouts"];
  expect(codesOf(urlOf(), { ...APP, scopes, registeredScopes })).toEqual(["scope_required_missing scope payouts"]);
});

test("another developer's app is reported as unknown", () => {
  expect(codesOf(urlOf(), null)).toEqual(["client_unknown client_id"]);
});

test("an app that works on no merchant", () => {
  expect(codesOf(urlOf(), { ...APP, state: "DRAFT" })).toEqual(["client_unusable DRAFT"]);
  expect(codesOf(urlOf(), { ...APP, state: "DRAFT", hasTestMerchant: true })).toEqual([]);
});

test("a finding has the error code that the app receives, or none if the user sees a page", () => {
  const read = readAuthorizeUrl(urlOf({ redirect_uri: "https://x.example", scope: "payouts" }), ISSUER);
  const findings = read.kind === "read" ? checkAuthorize(read, APP) : [];
  expect(findings.map(({ code, error }) => [code, error])).toEqual([
    ["redirect_uri_unregistered", null],
    ["scope_unregistered", "invalid_scope"],
    ["scope_required_missing", null],
  ]);
});

test("an error is reported if and only if the endpoint rejects, with the endpoint's reason", () => {
  const part = fc.constantFrom(
    "client_id=app_1",
    "client_id=",
    "redirect_uri=https://app.example/cb",
    "redirect_uri=https://x.example",
    "scope=orders:read",
    "scope=payouts",
    "scope=a%20%20b",
    "state=s",
    "state=%00",
    "prompt=login",
    "prompt=x",
    "merchant_hint=m",
    "merchant_hint=%2F",
    "install_token=t",
    "request=x",
    "request_uri=x",
    "response_type=code",
    "response_type=token",
    `code_challenge=${CHALLENGE}`,
    "code_challenge=x",
    "code_challenge_method=S256",
    "code_challenge_method=plain",
    "foo=1",
    "",
  );
  const app = fc.constantFrom<CheckedApp>(
    APP,
    { ...APP, confidential: false },
    { ...APP, pkceRequired: true },
    { ...APP, state: "SUSPENDED" },
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), app, (parts, asked) => {
      const read = readAuthorizeUrl(`${ISSUER}/oauth/authorize?${parts.join("&")}`, ISSUER);
      if (read.kind !== "read") throw new Error("unreadable");
      const decision = decideAuthorize(read.raw, asked);
      const faults = checkAuthorize(read, asked).filter(({ weight }) => weight === "FAULT");
      if (decision.kind === "proceed") expect(faults).toEqual([]);
      else expect(faults.map(({ code }) => code)).toContain(decision.reason);
    }),
    { numRuns: 500 },
  );
});
