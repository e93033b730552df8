import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, decideAttempt } from "../../../src/oauth/failure-limit.ts";

const SECOND = 1_000_000;
const STARTED = 1_750_000_020 * SECOND;

test("the default limits are 60 a minute per app and address, 300 per address, 10 sign-ins in 15 minutes", () => {
  expect(DEFAULT_LIMITS).toEqual({
    appAndAddress: { failures: 60, window: 60 },
    address: { failures: 300, window: 60 },
    signIn: { failures: 10, window: 900 },
  });
});

describe("L6 C11 an attempt", () => {
  test.each([
    { name: "without failures", failures: 0, after: 0, expected: { kind: "allow" } },
    { name: "at one below the limit", failures: 59, after: 1, expected: { kind: "allow" } },
    { name: "at the limit", failures: 60, after: 0, expected: { kind: "refuse", retryAfter: 60 } },
    {
      name: "past the limit, late in the window",
      failures: 1000,
      after: 45.5 * SECOND,
      expected: { kind: "refuse", retryAfter: 15 },
    },
    {
      name: "in the last microsecond",
      failures: 60,
      after: 60 * SECOND - 1,
      expected: { kind: "refuse", retryAfter: 1 },
    },
    { name: "after the window", failures: 60, after: 60 * SECOND, expected: { kind: "allow" } },
  ])("$name", ({ failures, after, expected }) => {
    expect(decideAttempt(DEFAULT_LIMITS.appAndAddress, { failures, startedAt: STARTED }, STARTED + after)).toEqual(
      expected,
    );
  });
});
