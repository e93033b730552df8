import type {
  DashboardPeriod,
  ErrorClass,
  GetDashboardResponse,
} from "../../../../gen/latchkey/v1/platform_service_pb.ts";

export type Count = "installs" | "uninstalls" | "exchanges" | "refreshes" | "refreshFailures" | "reuses";

/** The sum of a count over all periods. */
export function sumOf(periods: readonly DashboardPeriod[], count: Count): number {
  return periods.reduce((sum, period) => sum + Number(period[count]), 0);
}

/** The rate of many periods has risen if it is higher by the first factor; that of one hour or day varies more. */
const [RISE, PEAK] = [1.1, 1.5];

/** The share of errors among errors and issued tokens, in percent; 0 without either. */
export function rateOf(errors: number, tokens: number): number {
  return errors === 0 ? 0 : (100 * errors) / (errors + tokens);
}

/** True if a rate is clearly above the usual one. */
export function hasRisen(rate: number, usual: number): boolean {
  return rate > RISE * usual;
}

/** True if the rate of one hour or day is far above the usual one. */
export function isPeak(rate: number, usual: number): boolean {
  return rate > PEAK * usual;
}

/** The errors from which a rate of few requests tells something: that of the current hour or day, or of one app. */
export const ERRORS_MIN = 20;

/** True if the rate of an hour or day that is not over is far above the usual one, and does not come from a few requests. */
export function isEarlyPeak(rate: number, usual: number, errors: number): boolean {
  return errors >= ERRORS_MIN && isPeak(rate, usual);
}

/** The shares of counts in whole percent, whose sum is 100: the largest remainders are rounded up. */
export function wholeShares(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (all === 0 ? 0 : (100 * count) / all));
  const shares = exact.map(Math.floor);
  const missing = Math.round(exact.reduce((sum, share) => sum + share, 0)) - shares.reduce((sum, one) => sum + one, 0);
  const byRemainder = exact.map((_, at) => at).sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1));
  for (const at of byRemainder.slice(0, missing)) shares[at]!++;
  return shares;
}

/** The difference of two rates as they are shown, with one digit after the separator. */
export function pointsBetween(rate: number, reference: number): number {
  return (Math.round(rate * 10) - Math.round(reference * 10)) / 10;
}

/** The usual error rate, in percent: that of the 29 days before today. */
export function usualRateOf({ days }: Pick<GetDashboardResponse, "days">): number {
  return errorRateOf(days.slice(0, -1));
}

/** True if the error rate of the last 24 hours is clearly above the usual one. */
export function isAboveUsual(dashboard: Pick<GetDashboardResponse, "days" | "hours">): boolean {
  const usual = usualRateOf(dashboard);
  return usual > 0 && hasRisen(errorRateOf(dashboard.hours), usual);
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
