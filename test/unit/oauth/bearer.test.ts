import { describe, expect, it } from "vitest";
import { decideBearer, parseBearer, parseRequiredScopes, withoutToken } from "../../../src/oauth/bearer.ts";

describe("parseBearer", () => {
  const TOO_LONG = "the Authorization header is too long";
  const NO_BEARER = "the Authorization header is not `Bearer <token>`";
  const cases: { name: string; values: string[]; expected: unknown }[] = [
    { name: "a token", values: ["Bearer abc"], expected: { kind: "token", token: "abc" } },
    {
      name: "a lower-case scheme and spaces",
      values: ["  bearer   a.b-c_d~e+f/g==  "],
      expected: { kind: "token", token: "a.b-c_d~e+f/g==" },
    },
    { name: "no header", values: [], expected: { kind: "none" } },
    { name: "an empty header", values: [""], expected: { kind: "none" } },
    { name: "another scheme", values: ["Basic abc"], expected: { kind: "none" } },
    { name: "a scheme that begins alike", values: ["Bearers abc"], expected: { kind: "none" } },
    { name: "no token", values: ["Bearer"], expected: { kind: "malformed", description: NO_BEARER } },
    {
      name: "two merged headers",
      values: ["Bearer a,Bearer b"],
      expected: { kind: "malformed", description: NO_BEARER },
    },
    {
      name: "a control character",
      values: ["Bearer a\u0000"],
      expected: { kind: "malformed", description: NO_BEARER },
    },
    {
      name: "a long header",
      values: [`Bearer ${"a".repeat(2_042)}`],
      expected: { kind: "malformed", description: TOO_LONG },
    },
    {
      name: "two headers",
      values: ["Bearer a", "Bearer a"],
      expected: { kind: "malformed", description: "the request has more than one Authorization header" },
    },
  ];
  it.each(cases)("RFC 6750 §2.1: $name", ({ values, expected }) => expect(parseBearer(values)).toEqual(expected));
});

describe("decideBearer", () => {
  const token = { active: true as const, scopes: ["orders.read", "products.read"] };

  it("grants a token with all required scopes, or without a requirement", () => {
    for (const required of [[], ["orders.read"], ["products.read", "orders.read"]]) {
      expect(decideBearer(token, required)).toBeNull();
    }
  });

  it("RFC 6750 §3.1: a token that lacks one of the required scopes is 403 insufficient_scope", () => {
    expect(decideBearer(token, ["orders.read", "orders.write"])).toEqual({
      status: 403,
      error: "insufficient_scope",
      description: "the access token lacks orders.write",
      challenge:
        'Bearer realm="api", error="insufficient_scope", error_description="the access token lacks orders.write", scope="orders.read orders.write"',
    });
  });

  it("RFC 6750 §3.1: an inactive token is 401 invalid_token, also without a requirement", () => {
    expect(decideBearer({ active: false }, [])).toMatchObject({ status: 401, error: "invalid_token" });
  });

  it("RFC 6750 §3: without credentials, the challenge has no error code", () => {
    expect(withoutToken({ kind: "none" }).challenge).toBe('Bearer realm="api"');
  });
});

describe("parseRequiredScopes", () => {
  it.each([
    ["orders.read", ["orders.read"]],
    ["orders.read products.read", ["orders.read", "products.read"]],
    ["", null],
    [" orders.read", null],
    ["orders.read  products.read", null],
    ['a"b', null],
    ["orders.reäd", null],
    [Array.from({ length: 101 }, (_, n) => `s${n}`).join(" "), null],
  ])("RFC 6749 §3.3: %j", (text, expected) => expect(parseRequiredScopes(text)).toEqual(expected));
});
