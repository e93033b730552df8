import type { DashboardPeriod, ErrorClass } from "../../../../gen/latchkey/v1/platform_service_pb.ts";

export type Count = "installs" | "uninstalls" | "exchanges" | "refreshes" | "refreshFailures" | "reuses";

/** The sum of a count over all periods. */
export function sumOf(periods: readonly DashboardPeriod[], count: Count): number {
  return periods.reduce((sum, period) => sum + Number(period[count]), 0);
}

/** The errors of all periods, of one class or of all. */
export function errorsOf(periods: readonly DashboardPeriod[], errorClass?: ErrorClass): number {
  const wanted = periods
    .flatMap(({ errors }) => errors)
    .filter((error) => errorClass === undefined || error.errorClass === errorClass);
  return wanted.reduce((sum, { count }) => sum + Number(count), 0);
}
