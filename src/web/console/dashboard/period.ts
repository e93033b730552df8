import type {
  AppFailures,
  DashboardPeriod,
  GetDashboardResponse,
} from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { startOf } from "../../components/platform/sums.ts";
import { formatDate } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";

/** `chosen`: days that the operator has chosen. */
export type Period = "hours" | "week" | "days" | "chosen";

/** The periods with a link of their own. */
export const PERIODS = ["hours", "week", "days"] as const satisfies readonly Period[];

/** A period of the page with its counts. */
export interface Shown {
  period: Period;
  /** Such as "Last 7 days". */
  name: string;
  /** The hours or days, oldest first. */
  counts: DashboardPeriod[];
  /** As many hours or days before the period, or their sum. */
  before: DashboardPeriod[];
  /** The apps with most refused refreshes. Counts of apps are per day, so that those beside 24 hours are of today and yesterday. */
  failures: AppFailures[];
  /** The time of `failures`, such as "Last 7 days". */
  failuresName: string;
  /** True if the last hour or day is not over. */
  isOpen: boolean;
  /** The filter of the audit trail for the same time. */
  auditFilter: Readonly<Record<string, string>>;
}

const WEEK = 7;

/** The chosen days are those of the request; a core of the previous release returns none. */
export function shownOf(context: PageContext, dashboard: GetDashboardResponse, wanted: Period): Shown {
  const { dashboard: texts } = context.t.console;
  const { hours, days, chosenDays } = dashboard;
  const sums = (sum: DashboardPeriod | undefined) => (sum === undefined ? [] : [sum]);
  if (wanted === "chosen" && chosenDays.length > 0) {
    const { from, to } = daysOf(chosenDays);
    const name = texts.between(formatDate(context, from), formatDate(context, to));
    return {
      ...{ period: "chosen", name, failuresName: name },
      ...{ counts: chosenDays, before: sums(dashboard.chosenBefore), failures: dashboard.appFailuresChosen },
      ...{ isOpen: to === daysOf(days).to, auditFilter: { from, to } },
    };
  }
  const period = wanted === "chosen" ? "days" : wanted;
  const base = { period, name: texts[period], failuresName: texts[period], isOpen: true };
  if (period === "hours") {
    const before = sums(dashboard.hoursBefore);
    const failures = dashboard.appFailures2Days;
    return { ...base, counts: hours, before, failures, failuresName: texts.failingDays, auditFilter: { range: "24h" } };
  }
  const counts = period === "week" ? days.slice(-WEEK) : days;
  const before = period === "week" ? days.slice(-2 * WEEK, -WEEK) : sums(dashboard.daysBefore);
  const failures = period === "week" ? dashboard.appFailures7Days : dashboard.appFailures30Days;
  return { ...base, counts, before, failures, auditFilter: daysOf(counts) };
}

/** The first and the last day, such as `2026-01-31`. */
function daysOf(periods: readonly DashboardPeriod[]): { from: string; to: string } {
  const dayOf = (at: number) => startOf(periods.at(at)).slice(0, "2026-01-31".length);
  return { from: dayOf(0), to: dayOf(-1) };
}
