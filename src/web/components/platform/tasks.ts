import {
  type DashboardPeriod,
  ErrorClass,
  type GetDashboardResponse,
} from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import type { Frame } from "../../layout/frame.ts";
import { formatCount, formatHour, formatRate } from "../chart.ts";
import { wordOf } from "../enum-names.ts";
import { type HtmlValue, html } from "../html.ts";
import { type IconName, rowIcon } from "../icon.ts";
import { type Counts, connectedOf } from "../installation/health-tabs.ts";
import { pathWith } from "../list.ts";
import { ageOf, formatTimeLeft, isOlder } from "../timestamp.ts";
import {
  errorClassesOf,
  errorRateOf,
  errorsOf,
  highHoursOf,
  isAboveUsual,
  isHighShare,
  refusalsOfLastDay,
  requestsOf,
  startOf,
  sumOf,
  usualRateOf,
} from "./sums.ts";

/** Something that needs an account, with the page that solves it. */
export interface Task {
  icon: IconName;
  href: string;
  label: string;
  more: HtmlValue;
  /** The act on that page, such as "Open the queue". */
  act?: string;
  /** `bad` if requests fail because of it, `plain` for ordinary work. Default: `warn`. */
  tone?: "bad" | "plain";
}

/** In days. An app that waits longer for its review needs attention. */
export const LONG_WAIT = 3;

/** The order of the tasks: what fails comes first, and ordinary work last. */
const ORDER = ["bad", undefined, "plain"] as const;

/** The tasks that are open. Each row has one link: its act or, without one, its label. @param count includes tasks that are not listed, which `more` mentions */
export function taskCard(
  frame: Frame,
  tasks: readonly Task[],
  { count = tasks.length, more = null as HtmlValue } = {},
) {
  const items = tasks.map(({ icon: name, href, label, more: facts, act, tone = "warn" }) => {
    const title = act
      ? html`<strong dir="auto">${label}</strong>`
      : html`<a class="row-whole" href="${href}" dir="auto">${label}</a>`;
    return html`<li class="${`row-link task-${tone}`}">${rowIcon(name)}<div>${title}<small>${facts}</small>${act && html`<a class="row-act" href="${href}">${act}</a>`}</div></li>`;
  });
  return html`<section class="card tasks" aria-labelledby="tasks"><h2 id="tasks">${frame.t.console.dashboard.openTasks} <span class="list-count">${formatCount(frame.language, count)}</span></h2>
<ul class="rows">${items}</ul>${more}</section>`;
}

/** The number of reviews of an operator that are listed. */
const REVIEWS_MAX = 5;

/** The tasks of an operator. @param page the path of the dashboard; empty on the page of 24 hours itself */
export function operatorTasks(
  frame: Frame,
  { accountId, queue, dashboard, health, page }: OperatorTasks & { page?: string },
): Task[] {
  const tasks = [
    ...(dashboard === null ? [] : anomalyTasks(frame, dashboard, page)),
    ...ownReviews(frame, queue, accountId),
    ...queueTask(frame, queue),
    ...healthTask(frame, health),
  ];
  return ORDER.flatMap((wanted) => tasks.filter(({ tone }) => tone === wanted));
}

interface OperatorTasks {
  accountId: string;
  queue: GetReviewQueueResponse;
  /** Null with a core that does not count. */
  dashboard: GetDashboardResponse | null;
  /** The health of all installations; null on pages that do not show it, and with a core that cannot count it. */
  health: Counts | null;
}

/** The reviews that the operator has claimed. */
function ownReviews(frame: Frame, { claims }: GetReviewQueueResponse, accountId: string): Task[] {
  const { tasks } = frame.t.home;
  const own = claims.filter((claim) => claim.accountId === accountId).slice(0, REVIEWS_MAX);
  // A core of the previous release does not name the app.
  return own.map(({ clientId, appName, expiresAt }) => ({
    icon: "play",
    href: `/console/apps/${clientId}`,
    label: tasks.ownReview(appName || clientId),
    more: html`${tasks.claimEnds} ${formatTimeLeft(frame, expiresAt)}`,
    act: tasks.openReview,
    tone: "plain",
  }));
}

/** The number of apps without a reviewer: submitted apps, and apps in review that no operator has claimed. */
export function countWaiting({ waiting, inReview, claims }: GetReviewQueueResponse): number {
  return waiting + Math.max(0, inReview - claims.length);
}

/** The apps that wait for review. */
function queueTask(frame: Frame, queue: GetReviewQueueResponse): Task[] {
  const { dashboard: texts } = frame.t.console;
  const [waiting, claimed] = [countWaiting(queue), queue.claims.length];
  if (waiting === 0) return [];
  const oldest = queue.oldest && html`${texts.oldest} ${ageOf(frame, queue.oldest.submittedAt)}. `;
  const more = html`${oldest}${claimed > 0 && texts.inReview(claimed)}`;
  const task: Task = { icon: "inbox", href: "/console", label: texts.reviews(waiting), more, act: texts.acts.review };
  return [isOlder(queue.oldest?.submittedAt, LONG_WAIT) ? task : { ...task, tone: "plain" }];
}

/** The installations that need attention. A large platform always has some, so they are ordinary work. */
function healthTask({ t }: Frame, health: Counts | null): Task[] {
  const { dashboard: texts } = t.console;
  if (health === null || health.needsAttention === 0) return [];
  const { needsAttention, expiresSoon, partial } = health;
  const more = [
    partial ? `${texts.healthOfNewest}.` : texts.ofInstallations(connectedOf(health)),
    expiresSoon > 0 && texts.expireSoon(expiresSoon),
  ];
  return [
    {
      icon: "plug",
      href: pathWith("/console/installations", { health: "needs_attention" }),
      label: texts.needAttention(needsAttention),
      more: more.filter(Boolean).join(" "),
      ...{ act: texts.acts.installations, tone: "plain" },
    },
  ];
}

/** The anomalies of the last 24 hours. */
function anomalyTasks(frame: Frame, dashboard: GetDashboardResponse, page = "/console/dashboard"): Task[] {
  const { dashboard: texts } = frame.t.console;
  const number = (count: number) => formatCount(frame.language, count);
  const reused = sumOf(dashboard.hours, "reuses");
  const expiring = dashboard.expiringIn24Hours;
  const failed = ownFailures(dashboard.hours);
  const all: (Task & { count: number })[] = [
    {
      count: failed,
      icon: "warning",
      href: `${page}#classes`,
      tone: "bad",
      label: texts.failed(failed),
      more: texts.failedMore(number(ownFailures(dashboard.days))),
      act: texts.acts.errors,
    },
    {
      count: isAboveUsual(dashboard) ? 1 : 0,
      icon: "warning",
      href: `${page}#classes`,
      tone: "bad",
      label: risenRate(frame, dashboard),
      more: risenRequests(frame, dashboard),
      act: texts.acts.errors,
    },
    ...failingApp(frame, dashboard),
    {
      count: reused,
      icon: "repeat",
      href: pathWith("/console/audit", { action: "token.reuse", range: "24h" }),
      label: texts.reuses(reused),
      more: texts.reusesMore(number(sumOf(dashboard.days, "reuses"))),
      act: texts.acts.reuses,
    },
    {
      count: expiring,
      icon: "key",
      href: `${page}#expiring`,
      label: texts.expiringDay(expiring),
      more: texts.expiringMore(number(dashboard.expiringIn30Days)),
      act: texts.acts.expiring,
    },
  ];
  return all.filter(({ count }) => count > 0);
}

/** The high error rate, with the time since when it is high if that is known. */
function risenRate({ language, t }: Frame, dashboard: GetDashboardResponse): string {
  const { dashboard: texts } = t.console;
  const usual = formatRate(language, usualRateOf(dashboard));
  const high = highHoursOf(dashboard);
  if (high.length === 0) return texts.rateRisen(formatRate(language, errorRateOf(dashboard.hours)), usual);
  return texts.rateHighSince(formatHour(startOf(high[0])), formatRate(language, errorRateOf(high)), usual);
}

/** The errors and requests of the hours whose rate is high, and their most frequent kind. */
function risenRequests({ language, t }: Frame, dashboard: GetDashboardResponse): string {
  const { dashboard: texts } = t.console;
  const high = highHoursOf(dashboard);
  const hours = high.length === 0 ? dashboard.hours : high;
  const requests = texts.errorsOf(formatCount(language, errorsOf(hours)), requestsOf(hours));
  const [most] = errorClassesOf(hours);
  const kind = most && texts.errorClasses[wordOf(ErrorClass, most.errorClass)];
  return `${requests}.${kind ? ` ${texts.mostFrequent(kind)}` : ""}`;
}

/**
 * The app with most refused refreshes today, if their share is high while the error rate is. It is a task of its own, because apps are
 * counted per day.
 */
function failingApp({ language, t }: Frame, dashboard: GetDashboardResponse): (Task & { count: number })[] {
  const { dashboard: texts } = t.console;
  if (!isAboveUsual(dashboard)) return [];
  const usual = usualRateOf(dashboard);
  const failing = dashboard.appFailures2Days
    .map((app) => ({ app, today: refusalsOfLastDay(app) }))
    .filter(({ today }) => today !== null && isHighShare(today, usual))
    .sort((a, b) => b.today!.refused - a.today!.refused);
  return failing.slice(0, 1).map(({ app: { clientId, name }, today }) => ({
    ...{ count: 1, icon: "apps", tone: "bad", href: `/console/apps/${clientId}`, act: texts.acts.app },
    label: texts.appRefused(name, formatRate(language, today!.share)),
    more: texts.appRefusedMore(formatCount(language, today!.refused), today!.all),
  }));
}

/** The errors of the service itself, which no app can avoid. */
function ownFailures(periods: readonly DashboardPeriod[]): number {
  return errorsOf(periods, ErrorClass.INTERNAL) + errorsOf(periods, ErrorClass.UNAVAILABLE);
}
