import type { PageRouter } from "../../router/page-router.ts";
import { dashboardPage, PATH } from "./view.ts";

/** `/console/dashboard`: counts of the platform over 24 hours and 30 days. */
export function addDashboardRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => {
    const { platform, reviews } = context.web.clients;
    const [dashboard, queue] = await Promise.all([
      platform.getDashboard({}, context.call),
      reviews.getReviewQueue({}, context.call),
    ]);
    const period = context.query.one("period") === "days" ? "days" : "hours";
    return dashboardPage(context, { dashboard, queue, period });
  });
}
