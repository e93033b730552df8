import { expect, test } from "vitest";
import { OAUTH_REASONS, type OAuthReason } from "../../../src/oauth/errors.ts";
import { isPageReason, pageTopicOf } from "../../../src/oauth/page-reason.ts";

test("RFC 6749 §4.1.2.1 only errors of the app, the redirect URI and the install token are pages", () => {
  expect(OAUTH_REASONS.filter(isPageReason).sort()).toEqual([
    "client_duplicated",
    "client_malformed",
    "client_missing",
    "client_unknown",
    "client_unusable",
    "install_token_refused",
    "redirect_uri_duplicated",
    "redirect_uri_missing",
    "redirect_uri_unregistered",
  ] satisfies OAuthReason[]);
  expect(isPageReason("constructor")).toBe(false);
});

test("A1 unknown, suspended and malformed apps have the same page", () => {
  for (const reason of ["client_missing", "client_unknown", "client_unusable", "client_malformed"] as const) {
    expect(pageTopicOf(reason)).toBe("app");
  }
});
