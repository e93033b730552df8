import type { PageRouter } from "../../router/page-router.ts";
import { readReviewQueue } from "../review-queue.ts";
import { PERIODS } from "./period.ts";
import { dashboardPage, PATH } from "./view.ts";

/** `/console/dashboard`: counts of the platform over 24 hours, 7 days and 30 days. */
export function addDashboardRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => {
    const [dashboard, queue] = await Promise.all([
      context.web.clients.platform.getDashboard({}, context.call),
      readReviewQueue(context),
    ]);
    const wanted = context.query.one("period");
    const period = PERIODS.find((one) => one === wanted) ?? "hours";
    return dashboardPage(context, { dashboard, queue, period });
  });
}
