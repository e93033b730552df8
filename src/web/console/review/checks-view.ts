import { type ReviewCheck, ReviewCheckKind, ReviewCheckResult } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { Frame } from "../../layout/frame.ts";
import { type AppFacts, subjectOf } from "../apps/facts.ts";
import { similarNamesView } from "./similar-names-view.ts";

/** The automatic checks of an app in review; null without an open review. */
export function checksView(frame: Frame, facts: AppFacts): Html | null {
  const { review } = frame.t.console;
  const { app, similarNames } = facts;
  const { checks } = facts.review;
  if (checks.length === 0) return null;
  const loopback = subjectOf(app).profile?.redirectUris.some((uri) => LOOPBACK.test(uri)) ?? false;
  const names: CheckItem =
    similarNames.length === 0
      ? { result: ReviewCheckResult.PASSED, text: review.names }
      : { result: ReviewCheckResult.ATTENTION, text: similarNamesView(frame, facts) };
  const items = checks
    .flatMap((check): CheckItem[] => {
      const item = { result: check.result, text: textOf(frame, check, loopback) };
      return check.kind === ReviewCheckKind.PLATFORM_NAME ? [names, item] : [item];
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  return html`<section class="card" aria-labelledby="checks"><h2 id="checks">${review.checks}</h2>
<ul class="checks">${items.map((item) => html`<li>${resultBadge(frame, item)}<div>${item.text}</div></li>`)}</ul>
<p class="muted"><small>${review.checksHint}</small></p></section>`;
}

/** The redirect URIs that the checks of hosts leave out. */
const LOOPBACK = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/?]|$)/;

interface CheckItem {
  result: ReviewCheckResult;
  text: HtmlValue;
}

/** The results that need attention come first, then the unknown ones. */
function rankOf({ result }: CheckItem): number {
  if (result === ReviewCheckResult.ATTENTION) return 0;
  return result === ReviewCheckResult.PASSED ? 2 : 1;
}

function resultBadge({ t }: Frame, { result }: CheckItem): Html {
  const { results } = t.console.review;
  if (result === ReviewCheckResult.PASSED) return badge("good", results.passed);
  if (result === ReviewCheckResult.ATTENTION) return badge("warn", results.attention);
  return badge("plain", results.unknown);
}

function textOf({ t }: Frame, { kind, result, subjects, count }: ReviewCheck, loopback: boolean): HtmlValue {
  const { review } = t.console;
  const passed = result === ReviewCheckResult.PASSED;
  const about = (text: string) =>
    html`${text} <ul>${subjects.map((one) => html`<li><code dir="auto">${one}</code></li>`)}</ul>`;
  switch (kind) {
    case ReviewCheckKind.HOST_FOUND:
      if (passed) return loopback ? review.hostFoundLoopback : review.hostFound;
      return about(result === ReviewCheckResult.ATTENTION ? review.hostMissing : review.hostUnknown);
    case ReviewCheckKind.HOST_PUBLIC:
      if (!passed) return about(review.hostSpecial);
      return loopback ? review.hostPublicLoopback : review.hostPublic;
    case ReviewCheckKind.SCOPE_REASON:
      return passed ? review.scopeReasons : about(review.scopesWithoutReason);
    case ReviewCheckKind.TEST_INSTALL:
      return passed ? review.testInstalls(count) : review.noTestInstalls;
    default:
      return passed ? review.platformName : about(review.likePlatform);
  }
}
