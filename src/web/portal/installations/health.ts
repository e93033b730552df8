import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { type Installation, RefreshFailure } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { notice } from "../../components/notice.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Messages } from "../../messages.en.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The last failed refresh, in red if no refresh has succeeded since. Omits failures of earlier installs. */
export function failure(context: PageContext, one: Installation): HtmlValue {
  const texts = context.t.portal.installations;
  const failed = lastFailureOf(one);
  if (failed === null) return html`<span class="muted">${texts.noFailure}</span>`;
  const { at, name, current } = failed;
  return html`${badge(current ? "bad" : "plain", texts.failures[name])}<br><small>${formatTimestamp(context, at)}</small>`;
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
  return { at, name, current: lastRefreshedAt === undefined || timeOf(at) > timeOf(lastRefreshedAt) };
}

const DAY = 24 * 3600_000;

const SOON = 7;

/** The number of days until the tokens expire. */
export function daysLeft(context: PageContext, at: Timestamp | undefined): HtmlValue {
  const texts = context.t.portal.installations;
  if (at === undefined) return "–";
  const days = Math.floor((timeOf(at) - Date.now()) / DAY);
  const tone = days < 0 ? "bad" : days < SOON ? "warn" : "plain";
  return html`${badge(tone, days < 0 ? texts.expired : texts.days(days))}<br><small>${formatTimestamp(context, at)}</small>`;
}

function timeOf(at: Timestamp): number {
  return timestampDate(at).getTime();
}
