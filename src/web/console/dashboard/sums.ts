import type { DashboardPeriod, ErrorClass } from "../../../../gen/latchkey/v1/platform_service_pb.ts";

export type Count = "installs" | "uninstalls" | "exchanges" | "refreshes" | "refreshFailures" | "reuses";

/** The sum of a count over all periods. */
export function sumOf(periods: readonly DashboardPeriod[], count: Count): number {
  return periods.reduce((sum, period) => sum + Number(period[count]), 0);
}

/** A rate that is higher by this factor has risen. */
const RISE = 1.1;

/** The share of errors among errors and issued tokens, in percent; 0 without either. */
export function rateOf(errors: number, tokens: number): number {
  return errors === 0 ? 0 : (100 * errors) / (errors + tokens);
}

/** True if a rate is clearly above the usual one. */
export function hasRisen(rate: number, usual: number): boolean {
  return rate > RISE * usual;
}

/** The error rate of all periods, in percent. */
export function errorRateOf(periods: readonly DashboardPeriod[]): number {
  return rateOf(errorsOf(periods), sumOf(periods, "exchanges") + sumOf(periods, "refreshes"));
}

/** The errors of all periods, of one class or of all. */
export function errorsOf(periods: readonly DashboardPeriod[], errorClass?: ErrorClass): number {
  const wanted = periods
    .flatMap(({ errors }) => errors)
    .filter((error) => errorClass === undefined || error.errorClass === errorClass);
  return wanted.reduce((sum, { count }) => sum + Number(count), 0);
}
