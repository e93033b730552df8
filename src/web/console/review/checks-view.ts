import { type ReviewCheck, ReviewCheckKind, ReviewCheckResult } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type IconName, icon } from "../../components/icon.ts";
import type { Frame } from "../../layout/frame.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type AppFacts, subjectOf } from "../apps/facts.ts";
import { findingId, insertCheckButton, SIMILAR_NAMES } from "./insert-check.ts";
import { similarNamesView } from "./similar-names-view.ts";

/** The automatic checks of an app in review; null without an open review. */
export function checksView(context: PageContext, facts: AppFacts): Html | null {
  const { review } = context.t.console;
  const items = checkItems(context, facts).toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  if (items.length === 0) return null;
  return html`<section class="card" aria-labelledby="checks"><h2 id="checks">${review.checks}</h2>
<ul class="checks">${items.map((item) => html`<li>${levelBadge(context, item)}${checkText(context, facts, item)}</li>`)}</ul>
<p class="muted"><small>${review.checksHint}</small></p></section>`;
}

/** The number of checks that ask for attention, with a link to the checks; null if there are none. */
export function checksSummary(frame: Frame, facts: AppFacts): Html | null {
  const { review } = frame.t.console;
  const items = checkItems(frame, facts);
  const count = (level: Level) => items.filter((item) => item.level === level).length;
  const [blockers, notes] = [count("blocks"), count("attention")];
  const parts = [blockers > 0 && review.blockers(blockers), notes > 0 && review.notes(notes)].filter(Boolean);
  if (parts.length === 0) return null;
  const mark = levelIcon(blockers > 0 ? "blocks" : "attention");
  return html`<p class="checks-summary">${mark} <a href="#checks">${parts.join(", ")}</a></p>`;
}

/** True if a check finds that merchants cannot connect the app. */
export function hasBlocker({ review }: AppFacts): boolean {
  return review.checks.some((check) => levelOf(check) === "blocks");
}

function checkItems(frame: Frame, facts: AppFacts): CheckItem[] {
  const { review } = frame.t.console;
  const { app, similarNames } = facts;
  const loopback = subjectOf(app).profile?.redirectUris.some((uri) => LOOPBACK.test(uri)) ?? false;
  const names: CheckItem =
    similarNames.length === 0
      ? { level: "passed", text: review.names }
      : { level: "attention", text: similarNamesView(frame, facts), finding: SIMILAR_NAMES };
  const retired = retiredScopes(facts);
  const scopes: CheckItem[] =
    retired.length > 0 ? [{ level: "attention", text: withSubjects(review.retiredScopes, retired) }] : [];
  const checks = facts.review.checks.flatMap((check): CheckItem[] => {
    const item = { level: levelOf(check), text: textOf(frame, check, loopback), finding: String(check.kind) };
    return check.kind === ReviewCheckKind.PLATFORM_NAME ? [names, item] : [item];
  });
  return checks.length === 0 ? [] : [...checks, ...scopes];
}

/** The retired scopes that the app would get anew. */
function retiredScopes({ app, catalogue }: AppFacts): string[] {
  const { profile, revision } = subjectOf(app);
  const live = revision ? (app.profile?.scopes ?? []).map(({ name }) => name) : [];
  const names = (profile?.scopes ?? []).map(({ name }) => name);
  return names.filter((name) => catalogue.get(name)?.retired && !live.includes(name));
}

function withSubjects(text: string, subjects: readonly string[]): Html {
  return html`${text} <ul>${subjects.map((one) => html`<li><code dir="auto">${one}</code></li>`)}</ul>`;
}

/** The redirect URIs that the checks of hosts leave out. */
const LOOPBACK = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/?]|$)/;

/** The levels of a result; the most urgent comes first. */
const ORDER = ["blocks", "attention", "unknown", "passed"] as const;
type Level = (typeof ORDER)[number];

interface CheckItem {
  level: Level;
  text: HtmlValue;
  /** The finding that its button adds to the explanation. */
  finding?: string;
}

function checkText(context: PageContext, facts: AppFacts, { text, finding = "" }: CheckItem): Html {
  const button = insertCheckButton(context, facts, finding);
  return button ? html`<div><div id="${findingId(finding)}">${text}</div>${button}</div>` : html`<div>${text}</div>`;
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

function levelIcon(level: Level): Html {
  return icon(LOOKS[level].icon);
}

function levelBadge({ t }: Frame, { level }: CheckItem): Html {
  return html`<span class="${`badge badge-${LOOKS[level].tone}`}">${levelIcon(level)} ${t.console.review.results[level]}</span>`;
}

function textOf({ t }: Frame, { kind, result, subjects, count }: ReviewCheck, loopback: boolean): HtmlValue {
  const { review } = t.console;
  const passed = result === ReviewCheckResult.PASSED;
  const about = (text: string) => withSubjects(text, subjects);
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
    case ReviewCheckKind.INSTALL_LINK:
      return passed ? review.installLink : review.installLinkNowhere;
    default:
      return passed ? review.platformName : about(review.likePlatform);
  }
}
