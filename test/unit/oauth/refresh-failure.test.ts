import { expect, test } from "vitest";
import { OAUTH_REASONS } from "../../../src/oauth/errors.ts";
import { mayNoteFailure, refreshFailureOf } from "../../../src/oauth/refresh-failure.ts";

test("every way in which a refresh of the app's own token is refused has a word in its health", () => {
  const silent = OAUTH_REASONS.filter((reason) => reason.startsWith("refresh_") && refreshFailureOf(reason) === null);
  expect(silent).toEqual([
    "refresh_token_missing",
    "refresh_malformed",
    "refresh_unknown",
    "refresh_foreign",
    "refresh_scope_malformed",
  ]);
});

test("T3 another app, or whoever has not the token, writes nothing into it", () => {
  expect(mayNoteFailure({ secretMatches: true, tokenAppId: "a", namedAppId: "a" })).toBe(true);
  expect(mayNoteFailure({ secretMatches: true, tokenAppId: "a", namedAppId: "b" })).toBe(false);
  expect(mayNoteFailure({ secretMatches: true, tokenAppId: "a", namedAppId: null })).toBe(false);
  expect(mayNoteFailure({ secretMatches: false, tokenAppId: "a", namedAppId: "a" })).toBe(false);
});
