import type { Management } from "../../store/connection/management.ts";
import { type AppFailures, listAppFailures } from "../../store/statistics/app-failures.ts";
import { type ExpiringCredentials, listExpiringCredentials } from "../../store/statistics/expiring-credentials.ts";
import type { Measure } from "../../store/statistics/platform-counts.ts";
import { listDays, listDaysFrom, listHours, type PlatformPeriod } from "../../store/statistics/platform-periods.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { parseChosenDays } from "./chosen-days.ts";

export interface DashboardDependencies {
  management: Management;
}

export interface Dashboard {
  /** The last 24 hours and the last 30 UTC days, oldest first. The current hour and the current day are included. */
  hours: PlatformPeriod[];
  days: PlatformPeriod[];
  /** The sums of the 24 hours before `hours` and of the 30 days before `days`. */
  hoursBefore: PlatformPeriod;
  daysBefore: PlatformPeriod;
  expiring: ExpiringCredentials;
  /** The apps with the most refused refreshes of today and yesterday, of seven days, and of `days`. */
  appFailures: { twoDays: AppFailures[]; week: AppFailures[]; days: AppFailures[] };
  /** The period of the request; null if it has none. */
  chosen: { days: PlatformPeriod[]; before: PlatformPeriod; appFailures: AppFailures[] } | null;
}

/** The first and the last day of a period, such as `2026-01-31`; empty for none. */
export interface DashboardRequest {
  from: string;
  to: string;
}

const [HOURS, WEEK, DAYS] = [24, 7, 30];
/** Counts per app are per UTC day, so that the last 24 hours are parts of two days. */
const DAYS_OF_HOURS = 2;
const LIMITS = { countLimit: 1_000, listLimit: 20 };

/** @throws RequestError OPERATOR_ONLY; INVALID for a period that is too long, too old or in the future */
export async function getDashboard(
  { management }: DashboardDependencies,
  request: DashboardRequest,
  call: Call,
): Promise<Dashboard> {
  requireOperator(call, "Only operators see the dashboard.");
  const wanted = parseChosenDays(request, new Date());
  return management.read(async (_, query) => {
    const untilToday = [DAYS_OF_HOURS, WEEK, DAYS].map((days) => ({ days, last: null }));
    const [hours, days, expiring, failures, chosenDays] = await Promise.all([
      listHours(query, 2 * HOURS),
      listDays(query, 2 * DAYS),
      listExpiringCredentials(query, LIMITS),
      listAppFailures(query, wanted ? [...untilToday, wanted] : untilToday),
      wanted && listDaysFrom(query, wanted.first, 2 * wanted.days),
    ]);
    const [twoDays, week, thirtyDays, ofChosen] = failures as [
      AppFailures[],
      AppFailures[],
      AppFailures[],
      AppFailures[]?,
    ];
    return {
      hours: hours.slice(-HOURS),
      days: days.slice(-DAYS),
      hoursBefore: sumOf(hours.slice(0, -HOURS)),
      daysBefore: sumOf(days.slice(0, -DAYS)),
      expiring,
      appFailures: { twoDays, week, days: thirtyDays },
      chosen: chosenDays && chosenOf(chosenDays, ofChosen!),
    };
  });
}

/** @param both the days of the period before, and those of the period */
function chosenOf(both: PlatformPeriod[], appFailures: AppFailures[]): Dashboard["chosen"] {
  const days = both.length / 2;
  return { days: both.slice(days), before: sumOf(both.slice(0, days)), appFailures };
}

/** Adds several periods up. */
function sumOf(periods: readonly PlatformPeriod[]): PlatformPeriod {
  const counts: PlatformPeriod["counts"] = {};
  for (const period of periods) {
    for (const [measure, count] of Object.entries(period.counts) as [Measure, number][]) {
      counts[measure] = (counts[measure] ?? 0) + count;
    }
  }
  return { start: periods[0]!.start, counts };
}
