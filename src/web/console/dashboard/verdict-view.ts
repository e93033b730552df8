import type { GetDashboardResponse } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import type { Counts } from "../../components/installation/health-tabs.ts";
import { operatorTasks, type Task, taskCard } from "../../components/platform/tasks.ts";
import { statusPanel } from "../../components/status-panel.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Shown } from "./period.ts";

interface VerdictView {
  shown: Shown;
  dashboard: GetDashboardResponse;
  queue: GetReviewQueueResponse;
  health: Counts | null;
}

/** The open tasks, as on the start page. */
export function tasksOf(context: PageContext, { shown, dashboard, queue, health }: VerdictView): Task[] {
  const { accountId } = context.account;
  // The figures of the tasks are those of 24 hours.
  const page = shown.period === "hours" ? { page: "" } : {};
  return operatorTasks(context, { accountId, queue, dashboard, health, ...page });
}

/** The tasks or that there are none, and that no credential expires. */
export function verdictView(context: PageContext, { dashboard, queue }: VerdictView, tasks: readonly Task[]): Html {
  const { dashboard: texts } = context.t.console;
  const isClear = dashboard.expiring.length === 0;
  if (tasks.length > 0) {
    const more = isClear && html`<p class="tasks-clear">${icon("check")} ${texts.noneExpiring}</p>`;
    return taskCard(context, tasks, { more });
  }
  const claimed = queue.claims.length;
  const content = html`<p>${texts.allGoodText(isClear)} ${claimed > 0 && texts.inReview(claimed)}</p>`;
  return statusPanel({ tone: "good", mark: icon("check"), title: texts.allGood, content });
}
