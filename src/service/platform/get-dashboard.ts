import type { Management } from "../../store/connection/management.ts";
import { type ExpiringCredentials, listExpiringCredentials } from "../../store/statistics/expiring-credentials.ts";
import { listDays, listHours, type PlatformPeriod } from "../../store/statistics/platform-periods.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";

/** Dependencies of GetDashboard. */
export interface DashboardDependencies {
  management: Management;
}

export interface Dashboard {
  /** The last 24 hours and 30 UTC days, the current ones included, oldest first. */
  hours: PlatformPeriod[];
  days: PlatformPeriod[];
  expiring: ExpiringCredentials;
}

const [HOURS, DAYS] = [24, 30];
const LIMITS = { countLimit: 1_000, listLimit: 20 };

/** @throws RequestError OPERATOR_ONLY */
export async function getDashboard({ management }: DashboardDependencies, call: Call): Promise<Dashboard> {
  requireOperator(call, "Only operators see the dashboard.");
  return management.read(async (_, query) => {
    const [hours, days, expiring] = await Promise.all([
      listHours(query, HOURS),
      listDays(query, DAYS),
      listExpiringCredentials(query, LIMITS),
    ]);
    return { hours, days, expiring };
  });
}
