import type { GetDashboardResponse } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { anomalyTasks, queueTask, type Task, taskRows } from "../../components/platform/tasks.ts";
import { statusPanel } from "../../components/status-panel.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Shown } from "./period.ts";

interface VerdictView {
  shown: Shown;
  dashboard: GetDashboardResponse;
  queue: GetReviewQueueResponse;
}

/**
 * One sentence about the platform, and a link to each thing that needs an operator. The waiting apps have a panel of their own below
 * failing requests, and if they do not wait long.
 */
export function verdictView(context: PageContext, { shown, dashboard, queue }: VerdictView): Html {
  const { dashboard: texts } = context.t.console;
  // The figures of the tasks are those of 24 hours.
  const anomalies = shown.period === "hours" ? anomalyTasks(context, dashboard, "") : anomalyTasks(context, dashboard);
  const task = queueTask(context, queue);
  const fails = anomalies.some(({ blocks }) => blocks);
  const queued = task?.ordinary || fails ? task : null;
  const tasks = task && queued === null ? [...anomalies, task] : anomalies;
  if (tasks.length > 0) {
    const tone = fails ? "bad" : "warn";
    const title = texts.needsYou(tasks.length);
    const panel = statusPanel({ tone, mark: icon("warning"), title, content: taskRows(tasks) });
    return html`${panel}${queued && queuePanel(texts.queue, queued, "queue")}`;
  }
  if (queued) return queuePanel(texts.queue, queued);
  const claimed = queue.claims.length;
  const content = html`<p>${texts.allGoodText} ${claimed > 0 && texts.inReview(claimed)}</p>`;
  return statusPanel({ tone: "good", mark: icon("check"), title: texts.allGood, content });
}

function queuePanel(title: string, task: Task, id = "verdict"): Html {
  // Only the first panel of the page has an icon.
  const mark = id === "verdict" ? icon("inbox") : null;
  return statusPanel({ tone: task.ordinary ? "plain" : "warn", mark, title, content: taskRows([task]), id });
}
