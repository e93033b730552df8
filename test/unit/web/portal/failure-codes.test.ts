import { expect, test } from "vitest";
import { type OAuthReason, publicAnswerOf } from "../../../../src/oauth/errors.ts";
import { refreshFailureOf } from "../../../../src/oauth/refresh-failure.ts";
import type { FailureName } from "../../../../src/web/components/installation/causes.ts";
import { CODES } from "../../../../src/web/portal/installations/failure-fact.ts";

const REASONS: readonly OAuthReason[] = [
  "client_secret_missing",
  "client_secret_wrong",
  "refresh_expired",
  "refresh_reused",
  "refresh_window_over",
  "refresh_family_ended",
  "refresh_marked",
  "refresh_merchant_ended",
  "refresh_installation_ended",
  "refresh_access_revoked",
  "refresh_merchant_suspended",
  "refresh_installation_suspended",
  "refresh_scope_wider",
  "refresh_scope_changed",
  "refresh_scope_empty",
];

test.each(REASONS)("the error code of a failure is the one that the app got: %s", (reason) => {
  const failure = refreshFailureOf(reason)?.toLowerCase() as FailureName;
  expect(CODES[failure]).toBe(publicAnswerOf(reason).code);
});
