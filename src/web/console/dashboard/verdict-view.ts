import type { GetDashboardResponse } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { GetReviewQueueResponse } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { operatorTasks, taskCard } from "../../components/platform/tasks.ts";
import { statusPanel } from "../../components/status-panel.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Shown } from "./period.ts";

interface VerdictView {
  shown: Shown;
  dashboard: GetDashboardResponse;
  queue: GetReviewQueueResponse;
}

/** The open tasks, as on the start page, or that there are none. */
export function verdictView(context: PageContext, { shown, dashboard, queue }: VerdictView): Html {
  const { dashboard: texts } = context.t.console;
  const { accountId } = context.account;
  // The figures of the tasks are those of 24 hours.
  const page = shown.period === "hours" ? { page: "" } : {};
  const tasks = operatorTasks(context, { accountId, queue, dashboard, ...page });
  if (tasks.length > 0) return taskCard(context, tasks);
  const claimed = queue.claims.length;
  const content = html`<p>${texts.allGoodText} ${claimed > 0 && texts.inReview(claimed)}</p>`;
  return statusPanel({ tone: "good", mark: icon("check"), title: texts.allGood, content });
}
