import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { AppSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  ReviewCheckKind as Kind,
  ReviewCheckResult as Result,
  ReviewCheckSchema,
} from "../../../../gen/latchkey/v1/review_service_pb.ts";
import type { AppFacts } from "../../../../src/web/console/apps/facts.ts";
import { checksSummary, checksView, hasBlocker } from "../../../../src/web/console/review/checks-view.ts";
import { en } from "../../../../src/web/messages.en.ts";
import type { PageContext } from "../../../../src/web/router/page-router.ts";

const frame = { t: en, language: "en", account: { accountId: "acc_1" } } as PageContext;

function factsOf(checks: readonly (readonly [Kind, Result])[]): AppFacts {
  return {
    app: create(AppSchema, { profile: { redirectUris: ["https://gone.example/callback"] } }),
    similarNames: [],
    review: { checks: checks.map(([kind, result]) => create(ReviewCheckSchema, { kind, result })) },
  } as unknown as AppFacts;
}

test("each check has its level as an icon and a word, what keeps merchants from connecting first", () => {
  const checks = [
    [Kind.HOST_PUBLIC, Result.PASSED],
    [Kind.SCOPE_REASON, Result.ATTENTION],
    [Kind.TEST_INSTALL, Result.ATTENTION],
    [Kind.HOST_FOUND, Result.ATTENTION],
    [Kind.PLATFORM_NAME, Result.PASSED],
    [Kind.INSTALL_LINK, Result.ATTENTION],
  ] as const;
  const page = checksView(frame, factsOf(checks))?.toString() ?? "";
  const level = /<li><span class="badge badge-(\w+)"><svg class="icon"[^>]*>.*?<\/svg> ([^<]+)<\/span><div>([^<.:]+)/g;
  const found = [...page.matchAll(level)].map(([, tone, word, text]) => `${tone} ${word}: ${text}`);
  expect(found).toEqual([
    "bad Blocker: DNS has no address for these hosts of the redirect URIs",
    "warn Note: The reason is missing, very short, or the same for several scopes",
    "warn Note: The developer has never installed it on a test merchant",
    "warn Note: Merchants cannot install it from its install link",
    "good OK: No host of the redirect URIs has a private address",
    "good OK: No other app or account has a similar name",
    "good OK: The names do not contain the platform’s name",
  ]);
});

test("the summary counts what a reviewer must read, and a blocker is known", () => {
  const notes = [
    [Kind.SCOPE_REASON, Result.ATTENTION],
    [Kind.TEST_INSTALL, Result.ATTENTION],
  ] as const;
  const summaryOf = (facts: AppFacts) =>
    checksSummary(frame, facts)
      ?.toString()
      .replace(/<svg.*<\/svg> /, "") ?? null;
  const blocked = factsOf([...notes, [Kind.HOST_FOUND, Result.ATTENTION]]);
  expect(summaryOf(blocked)).toBe('<p class="checks-summary"><a href="#checks">1 blocker, 2 notes</a></p>');
  expect(summaryOf(factsOf(notes))).toContain('<a href="#checks">2 notes</a>');
  const good = factsOf([
    [Kind.HOST_FOUND, Result.PASSED],
    [Kind.HOST_PUBLIC, Result.UNKNOWN],
  ]);
  expect(summaryOf(good)).toBeNull();
  expect([blocked, factsOf(notes), good].map(hasBlocker)).toEqual([true, false, false]);
});
