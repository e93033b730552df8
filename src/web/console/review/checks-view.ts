import { type ReviewCheck, ReviewCheckKind, ReviewCheckResult } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type IconName, icon } from "../../components/icon.ts";
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
      ? { level: "passed", text: review.names }
      : { level: "attention", text: similarNamesView(frame, facts) };
  const items = checks
    .flatMap((check): CheckItem[] => {
      const item = { level: levelOf(check), text: textOf(frame, check, loopback) };
      return check.kind === ReviewCheckKind.PLATFORM_NAME ? [names, item] : [item];
    })
    .toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  return html`<section class="card" aria-labelledby="checks"><h2 id="checks">${review.checks}</h2>
<ul class="checks">${items.map((item) => html`<li>${levelBadge(frame, item)}<div>${item.text}</div></li>`)}</ul>
<p class="muted"><small>${review.checksHint}</small></p></section>`;
}

/** The redirect URIs that the checks of hosts leave out. */
const LOOPBACK = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/?]|$)/;

/** The levels of a result; the most urgent comes first. */
const ORDER = ["blocks", "attention", "unknown", "passed"] as const;
type Level = (typeof ORDER)[number];

interface CheckItem {
  level: Level;
  text: HtmlValue;
}

/** The checks whose failure keeps merchants from connecting the app: their browsers cannot return to it. */
const BLOCKING: readonly ReviewCheckKind[] = [ReviewCheckKind.HOST_FOUND, ReviewCheckKind.HOST_PUBLIC];

function levelOf({ kind, result }: ReviewCheck): Level {
  if (result === ReviewCheckResult.PASSED) return "passed";
  if (result !== ReviewCheckResult.ATTENTION) return "unknown";
  return BLOCKING.includes(kind) ? "blocks" : "attention";
}

const LOOKS: Readonly<Record<Level, { tone: string; icon: IconName }>> = {
  blocks: { tone: "bad", icon: "stop" },
  attention: { tone: "warn", icon: "warning" },
  unknown: { tone: "plain", icon: "info" },
  passed: { tone: "good", icon: "check" },
};

function levelBadge({ t }: Frame, { level }: CheckItem): Html {
  const { tone, icon: name } = LOOKS[level];
  return html`<span class="${`badge badge-${tone}`}">${icon(name)} ${t.console.review.results[level]}</span>`;
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
