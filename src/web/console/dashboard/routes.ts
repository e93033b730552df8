import type { FastifyInstance } from "fastify";
import type { DashboardPeriod } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { type CsvColumns, csvTime } from "../../components/csv-lines.ts";
import { readCounts } from "../../components/installation/read-counts.ts";
import { errorsOf } from "../../components/platform/sums.ts";
import type { Web } from "../../request-context.ts";
import { addCsvRoute } from "../../router/csv-route.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { readReviewQueue } from "../review-queue.ts";
import { PATH } from "./period-form.ts";
import { readDashboard } from "./read.ts";
import { dashboardPage } from "./view.ts";

/** `/console/dashboard`: counts of the platform over 24 hours, 7 days, 30 days or the days of the query, also as a file. */
export function addDashboardRoutes(app: FastifyInstance, router: PageRouter, web: Web): void {
  router.page(PATH, show);
  addCsvRoute(app, router, {
    web,
    list: PATH,
    name: "dashboard",
    file: { columns: COLUMNS, incomplete: "" },
    async open(context) {
      const { shown } = await readDashboard(context);
      return async () => ({ rows: shown.counts.toReversed(), next: "" });
    },
  });
}

const COLUMNS: CsvColumns<DashboardPeriod> = {
  start: ({ start }) => csvTime(start),
  installs: ({ installs }) => Number(installs),
  uninstalls: ({ uninstalls }) => Number(uninstalls),
  tokens: ({ exchanges, refreshes }) => Number(exchanges + refreshes),
  refused_refreshes: ({ refreshFailures }) => Number(refreshFailures),
  reused_refresh_tokens: ({ reuses }) => Number(reuses),
  errors: (period) => errorsOf([period]),
};

async function show(context: PageContext): Promise<Page> {
  const [read, queue, health] = await Promise.all([
    readDashboard(context),
    readReviewQueue(context),
    readCounts(context, ""),
  ]);
  return dashboardPage(context, { ...read, queue, health });
}
