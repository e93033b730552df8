import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type Installation,
  InstallationState,
  RefreshFailure,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, hasExpired } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { notice } from "../../components/notice.ts";
import type { Messages } from "../../messages.en.ts";
import type { PageContext } from "../../router/page-router.ts";
import { dateOf, recently } from "./times.ts";

/** The last failed refresh, in red if no refresh has succeeded since. Omits failures of earlier installs. */
export function failure(context: PageContext, one: Installation): HtmlValue {
  const texts = context.t.portal.installations;
  const failed = lastFailureOf(one);
  if (failed === null) return html`<span class="muted">${texts.noFailure}</span>`;
  const { at, name, current } = failed;
  return html`${current ? badge("bad", texts.failures[name]) : texts.failures[name]}<br><small>${recently(context, at, texts.never)}</small>`;
}

/** One answer for the list: a problem as a badge, and when the access expires. Omits failures that an hour of refreshes followed. */
export function healthSummary(context: PageContext, one: Installation): HtmlValue {
  const texts = context.t.portal.installations;
  if (one.state === InstallationState.UNINSTALLED) return "–";
  const failed = lastFailureOf(one);
  const days = one.tokensExpireAt && daysUntil(one.tokensExpireAt);
  const isSoon = days !== undefined && days >= 0 && days < SOON;
  const isActive = one.state === InstallationState.ACTIVE && !hasExpired(one);
  const expiry = days !== undefined && (days < 0 ? texts.accessExpired : texts.expiresIn(days));
  const state = failed?.current
    ? badge("bad", texts.failures[failed.name])
    : isSoon
      ? badge("warn", texts.expiresSoon)
      : failed?.recent
        ? texts.failures[failed.name]
        : isActive && texts.healthy;
  return html`${state}${state && expiry && html`<br>`}${expiry && html`<small class="muted">${expiry}</small>`}`;
}

/** Advice to the developer about the current failure; null if there is none. */
export function failureAdvice({ t }: PageContext, one: Installation): Html | null {
  const failed = lastFailureOf(one);
  const advice = failed?.current ? t.portal.installations.advice[failed.name] : "";
  return advice === "" ? null : notice("bad", advice);
}

type FailureName = keyof Messages["portal"]["installations"]["failures"];

function lastFailureOf({ connectedAt, lastFailedAt: at, lastRefreshedAt, lastFailure }: Installation) {
  if (at === undefined || (connectedAt !== undefined && timeOf(at) < timeOf(connectedAt))) return null;
  const name = wordOf(RefreshFailure, lastFailure) as FailureName;
  if (lastRefreshedAt === undefined) return { at, name, current: true, recent: true };
  const before = timeOf(lastRefreshedAt) - timeOf(at);
  // Times are recorded once an hour, so within an hour the order of failure and refresh is not known.
  return { at, name, current: before < 0, recent: before < HOUR };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const SOON = 7;

/** The number of days until the tokens expire. */
export function daysLeft(context: PageContext, at: Timestamp | undefined): HtmlValue {
  const texts = context.t.portal.installations;
  if (at === undefined) return "–";
  const days = daysUntil(at);
  const text = days < 0 ? texts.expired : texts.days(days);
  return html`${days < SOON ? badge(days < 0 ? "bad" : "warn", text) : text}<br><small>${dateOf(context, at)}</small>`;
}

function daysUntil(at: Timestamp): number {
  return Math.floor((timeOf(at) - Date.now()) / DAY);
}

function timeOf(at: Timestamp): number {
  return timestampDate(at).getTime();
}
