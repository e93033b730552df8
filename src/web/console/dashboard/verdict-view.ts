import {
  type DashboardPeriod,
  ErrorClass,
  type GetDashboardResponse,
} from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { formatCount, formatRate } from "../../components/chart.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type IconName, icon, rowIcon } from "../../components/icon.ts";
import { pathWith } from "../../components/list.ts";
import { statusPanel } from "../../components/status-panel.ts";
import { ageOf } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { countWaiting } from "../review-queue.ts";
import type { Shown } from "./period.ts";
import { errorRateOf, errorsOf, hasRisen, sumOf, usualRateOf } from "./sums.ts";

interface Task {
  icon: IconName;
  href: string;
  label: string;
  more: HtmlValue;
  /** True if requests fail because of it. */
  blocks?: true;
}

interface VerdictView {
  shown: Shown;
  dashboard: GetDashboardResponse;
  queue: GetReviewQueueResponse;
}

/** One sentence about the platform, and a link to each thing that needs an operator. The queue is ordinary work: it stands below. */
export function verdictView(context: PageContext, view: VerdictView): Html {
  const { dashboard: texts } = context.t.console;
  const tasks = tasksOf(context, view);
  const queued = queueTask(context, view);
  if (tasks.length > 0) {
    const tone = tasks.some(({ blocks }) => blocks) ? "bad" : "warn";
    const title = texts.needsYou(tasks.length);
    const panel = statusPanel({ tone, mark: icon("warning"), title, content: rowsOf(tasks) });
    return html`${panel}${queued && queuePanel(texts.queue, queued, "queue")}`;
  }
  if (queued) return queuePanel(texts.needsYou(1), queued);
  const claimed = view.queue.claims.length;
  const content = html`<p>${texts.allGoodText} ${claimed > 0 && texts.inReview(claimed)}</p>`;
  return statusPanel({ tone: "good", mark: icon("check"), title: texts.allGood, content });
}

function queuePanel(title: string, task: Task, id = "verdict"): Html {
  // Only the first panel of the page has an icon.
  const mark = id === "verdict" ? icon("inbox") : null;
  return statusPanel({ tone: "plain", mark, title, content: rowsOf([task]), id });
}

function rowsOf(tasks: readonly Task[]): Html {
  const items = tasks.map(
    ({ icon: name, href, label, more }) =>
      html`<li class="row-link">${rowIcon(name)}<div><a href="${href}">${label}</a><small>${more}</small></div></li>`,
  );
  return html`<ul class="rows">${items}</ul>`;
}

/** The apps that wait for review; null if there are none. */
function queueTask(context: PageContext, { queue }: VerdictView): Task | null {
  const { dashboard: texts } = context.t.console;
  const [waiting, claimed] = [countWaiting(queue), queue.claims.length];
  if (waiting === 0) return null;
  const oldest = queue.oldest && html`${texts.oldest} ${ageOf(context, queue.oldest.submittedAt)}. `;
  const more = html`${oldest}${claimed > 0 && texts.inReview(claimed)}`;
  return { icon: "inbox", href: "/console", label: texts.reviews(waiting), more };
}

/** The anomalies, failing requests first. */
function tasksOf(context: PageContext, { dashboard, shown }: VerdictView): Task[] {
  const { dashboard: texts } = context.t.console;
  const number = (count: number) => formatCount(context.language, count);
  const rate = (one: number) => formatRate(context.language, one);
  const reused = sumOf(dashboard.hours, "reuses");
  const expiring = dashboard.expiringIn24Hours;
  const failed = ownFailures(dashboard.hours);
  // The figures are those of 24 hours.
  const errorsHref = shown.period === "hours" ? "#classes" : "/console/dashboard#classes";
  const usual = usualRateOf(dashboard);
  const worst = dashboard.appFailures2Days[0];
  const isAboveUsual = usual > 0 && hasRisen(errorRateOf(dashboard.hours), usual);
  const all: (Task & { count: number })[] = [
    {
      count: failed,
      icon: "stop",
      href: errorsHref,
      blocks: true,
      label: texts.failed(failed),
      more: texts.failedMore(number(ownFailures(dashboard.days))),
    },
    {
      count: isAboveUsual ? 1 : 0,
      icon: "chart",
      href: errorsHref,
      blocks: true,
      label: texts.rateRisen(rate(errorRateOf(dashboard.hours)), rate(usual)),
      more: worst && html`${texts.worstApp} <bdi>${worst.name}</bdi>.`,
    },
    {
      count: reused,
      icon: "repeat",
      href: pathWith("/console/audit", { action: "token.reuse", range: "24h" }),
      label: texts.reuses(reused),
      more: texts.reusesMore(number(sumOf(dashboard.days, "reuses"))),
    },
    {
      count: expiring,
      icon: "key",
      href: "#expiring",
      label: texts.expiringDay(expiring),
      more: texts.expiringMore(number(dashboard.expiringIn30Days)),
    },
  ];
  return all.filter(({ count }) => count > 0);
}

/** The errors of the service itself, which no app can avoid. */
function ownFailures(periods: readonly DashboardPeriod[]): number {
  return errorsOf(periods, ErrorClass.INTERNAL) + errorsOf(periods, ErrorClass.UNAVAILABLE);
}
