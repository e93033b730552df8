import { expect, test } from "vitest";
import { OAUTH_REASONS } from "../../../src/oauth/errors.ts";
import { mayNoteFailure, refreshFailureOf } from "../../../src/oauth/refresh-failure.ts";

test("every rejection of the app's own refresh token has a health status", () => {
  const silent = OAUTH_REASONS.filter((reason) => reason.startsWith("refresh_") && refreshFailureOf(reason) === null);
  expect(silent).toEqual([
    "refresh_token_missing",
    "refresh_malformed",
    "refresh_unknown",
    "refresh_foreign",
    "refresh_scope_malformed",
  ]);
});

test("T3 another app, or a request without the token, does not change the health", () => {
  expect(mayNoteFailure({ secretMatches: true, tokenAppId: "a", namedAppId: "a" })).toBe(true);
  expect(mayNoteFailure({ secretMatches: true, tokenAppId: "a", namedAppId: "b" })).toBe(false);
  expect(mayNoteFailure({ secretMatches: true, tokenAppId: "a", namedAppId: null })).toBe(false);
  expect(mayNoteFailure({ secretMatches: false, tokenAppId: "a", namedAppId: "a" })).toBe(false);
});
