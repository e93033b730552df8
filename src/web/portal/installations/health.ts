import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { type Installation, RefreshFailure } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type HtmlValue, html } from "../../components/html.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The last failed refresh. It is current if no refresh has succeeded since; failures of earlier installs are not shown. */
export function failure(context: PageContext, one: Installation): HtmlValue {
  const texts = context.t.portal.installations;
  const { connectedAt, lastFailedAt, lastRefreshedAt, lastFailure } = one;
  const isOver = lastFailedAt !== undefined && connectedAt !== undefined && timeOf(lastFailedAt) < timeOf(connectedAt);
  if (lastFailedAt === undefined || isOver) return texts.noFailure;
  const now = lastRefreshedAt === undefined || timeOf(lastFailedAt) > timeOf(lastRefreshedAt);
  const name = wordOf(RefreshFailure, lastFailure) as keyof typeof texts.failures;
  return html`${badge(now ? "bad" : "plain", texts.failures[name] ?? name)}<br><small>${formatTimestamp(context, lastFailedAt)}. ${now && texts.advice[name]}</small>`;
}

const DAY = 24 * 3600_000;

const SOON = 7;

/** Days until the tokens expire. */
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
