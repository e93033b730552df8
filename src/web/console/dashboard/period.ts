import type {
  AppFailures,
  DashboardPeriod,
  GetDashboardResponse,
} from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import type { ComparedPeriod } from "../../components/comparison.ts";

export const PERIODS: readonly ComparedPeriod[] = ["hours", "week", "days"];

/** The ranges of the audit trail. */
export const RANGES: Readonly<Record<ComparedPeriod, string>> = { hours: "24h", week: "7d", days: "30d" };

const WEEK = 7;

/** The hours or days of the period, oldest first; the last one is not over. */
export function countsOf({ hours, days }: GetDashboardResponse, period: ComparedPeriod): DashboardPeriod[] {
  if (period === "hours") return hours;
  return period === "week" ? days.slice(-WEEK) : days;
}

/** As many hours or days before the period as it has complete ones. */
export function countsBefore(dashboard: GetDashboardResponse, period: ComparedPeriod): DashboardPeriod[] {
  if (period === "week") return dashboard.days.slice(1 - 2 * WEEK, -WEEK);
  const before = period === "hours" ? dashboard.hoursBefore : dashboard.daysBefore;
  return before === undefined ? [] : [before];
}

/** The apps with most refused refreshes. Counts of apps are per day, so that those of 24 hours are of today and yesterday. */
export function failuresOf(dashboard: GetDashboardResponse, period: ComparedPeriod): AppFailures[] {
  if (period === "hours") return dashboard.appFailures2Days;
  return period === "week" ? dashboard.appFailures7Days : dashboard.appFailures30Days;
}
