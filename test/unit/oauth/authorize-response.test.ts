import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildRedirect } from "../../../src/oauth/authorize-response.ts";
import { isState } from "../../../src/oauth/parameters.ts";

const ISS = "https://auth.example";

test("RFC 6749 §4.1.2, RFC 9207 §2 success carries code, state and iss", () => {
  expect(buildRedirect("https://app.example/cb", { code: "lk_ac_1", state: "s 1", iss: ISS })).toBe(
    "https://app.example/cb?code=lk_ac_1&state=s%201&iss=https%3A%2F%2Fauth.example",
  );
});

test("RFC 6749 §4.1.2.1, RFC 9207 §2 an error carries error, description, state and iss", () => {
  const error = { error: "access_denied", errorDescription: "No.", state: "s1", iss: ISS } as const;
  expect(buildRedirect("https://app.example/cb", error)).toBe(
    "https://app.example/cb?error=access_denied&error_description=No.&state=s1&iss=https%3A%2F%2Fauth.example",
  );
});

test("A8 an error without a valid state has no state parameter", () => {
  const error = { error: "invalid_request", errorDescription: "No.", state: null, iss: ISS } as const;
  expect(new URL(buildRedirect("https://app.example/cb", error)).searchParams.has("state")).toBe(false);
});

describe("RFC 6749 §3.1.2 the redirect URI's own query is retained", () => {
  test.each([
    { name: "none", uri: "https://app.example/cb", start: "https://app.example/cb?code=" },
    { name: "one parameter", uri: "https://app.example/cb?a=1", start: "https://app.example/cb?a=1&code=" },
    {
      name: "an unusual encoding",
      uri: "https://app.example/cb?a=%7e+b&&c",
      start: "https://app.example/cb?a=%7e+b&&c&code=",
    },
    { name: "an empty query", uri: "https://app.example/cb?", start: "https://app.example/cb?code=" },
    { name: "a query that ends in &", uri: "https://app.example/cb?a&", start: "https://app.example/cb?a&code=" },
    { name: "no path", uri: "https://app.example", start: "https://app.example?code=" },
    { name: "a custom scheme", uri: "com.example.app:/cb", start: "com.example.app:/cb?code=" },
  ])("$name", ({ uri, start }) => {
    expect(buildRedirect(uri, { code: "c", state: "s", iss: ISS }).startsWith(`${start}c&state=s&iss=`)).toBe(true);
  });
});

test("§4.1.2 state is returned byte for byte and adds no parameter", () => {
  const state = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1 }),
    fc.constantFrom("a+b", "a%20b", "&iss=evil", "a=b#c", "é🙂", " "),
  );
  fc.assert(
    fc.property(state, (text) => {
      fc.pre(isState(text));
      const { searchParams } = new URL(
        buildRedirect("https://app.example/cb?x=1", { code: "c", state: text, iss: ISS }),
      );
      expect([...searchParams]).toEqual([
        ["x", "1"],
        ["code", "c"],
        ["state", text],
        ["iss", ISS],
      ]);
    }),
    { numRuns: 300 },
  );
});
