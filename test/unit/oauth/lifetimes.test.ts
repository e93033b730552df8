import { describe, expect, test } from "vitest";
import { expiryAfter, lifetimesOf, retryWindowOf, secondsLeft } from "../../../src/oauth/lifetimes.ts";

const SERVICE = { code: 60, access: 3600, refresh: 7_776_000 };

describe("an app's lifetimes", () => {
  test.each([
    {
      name: "defaults of the service",
      app: { codeTtl: null, accessTokenTtl: null, refreshTokenTtl: null },
      expected: SERVICE,
    },
    {
      name: "shorter ones",
      app: { codeTtl: 30, accessTokenTtl: 300, refreshTokenTtl: 86_400 },
      expected: { code: 30, access: 300, refresh: 86_400 },
    },
    {
      name: "longer ones are limited to the service's",
      app: { codeTtl: 600, accessTokenTtl: 7200, refreshTokenTtl: 9_000_000 },
      expected: SERVICE,
    },
    {
      name: "one of its own",
      app: { codeTtl: null, accessTokenTtl: 300, refreshTokenTtl: null },
      expected: { ...SERVICE, access: 300 },
    },
  ])("$name", ({ app, expected }) => {
    expect(lifetimesOf(SERVICE, app)).toEqual(expected);
  });
});

test.each([
  { name: "with a secret", confidential: true, seconds: 600 },
  { name: "public", confidential: false, seconds: 60 },
])("the retry window of an app $name is $seconds s", ({ confidential, seconds }) => {
  expect(retryWindowOf({ confidential: 600, public: 60 }, { confidential })).toBe(seconds);
});

describe("RFC 6749 §5.1 expires_in", () => {
  test.each([
    { name: "whole seconds", left: 3_600_000_000, seconds: 3600 },
    { name: "rounded down", left: 1_999_999, seconds: 1 },
    { name: "under a second", left: 999_999, seconds: 0 },
    { name: "expired", left: -5_000_000, seconds: 0 },
  ])("$name: $seconds", ({ left, seconds }) => {
    expect(secondsLeft(1_750_000_000_000_000 + left, 1_750_000_000_000_000)).toBe(seconds);
  });

  test("starts at the whole lifetime", () => {
    const now = 1_750_000_000_123_457;
    expect(secondsLeft(expiryAfter(now, 3600), now)).toBe(3600);
    expect(secondsLeft(expiryAfter(now, 3600), now + 1)).toBe(3599);
  });
});
