import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type AppFailures,
  type DashboardPeriod,
  ErrorClass,
  type GetDashboardResponse,
} from "../../../../gen/latchkey/v1/platform_service_pb.ts";

export type Count = "installs" | "uninstalls" | "exchanges" | "refreshes" | "refreshFailures" | "reuses";

/** The sum of a count over all periods. */
export function sumOf(periods: readonly DashboardPeriod[], count: Count): number {
  return periods.reduce((sum, period) => sum + Number(period[count]), 0);
}

/** The rate of many periods has risen if it is higher by the first factor; that of one hour or day varies more. */
const [RISE, PEAK] = [1.25, 1.5];

/** The share of errors among errors and issued tokens, in percent; 0 without either. */
export function rateOf(errors: number, tokens: number): number {
  return errors === 0 ? 0 : (100 * errors) / (errors + tokens);
}

/** A rate in tenths of a percent, as it is shown. The comparisons use it, so that the same figures always have the same colour. */
export function tenthsOf(rate: number): number {
  return Math.round(rate * 10);
}

// A reference below 0.1% counts as 0.1%.
function exceeds(rate: number, reference: number, factor: number): boolean {
  return tenthsOf(rate) > factor * Math.max(1, tenthsOf(reference));
}

/** True if the rate of a period is clearly above the one with which it is compared; false without errors before. */
export function hasRisen(rate: number, reference: number): boolean {
  return reference > 0 && exceeds(rate, reference, RISE);
}

/** True if the rate of one hour or day is far above the usual one. */
export function isPeak(rate: number, usual: number): boolean {
  return exceeds(rate, usual, PEAK);
}

/** The errors from which a rate tells something, and that of the current hour or day. */
const [ERRORS_MIN, ERRORS_MIN_OPEN] = [5, 20];

/** True if an hour or day with this rate is red. @param isOpen true if it is not over, so that a few errors say nothing */
export function isHighRate({ rate, errors, isOpen }: { rate: number; errors: number; isOpen: boolean }, usual: number) {
  return isPeak(rate, usual) && errors >= (isOpen ? ERRORS_MIN_OPEN : ERRORS_MIN);
}

/** From this share of refused refreshes in percent on, an app probably has a fault. */
const HIGH_SHARE = 10;

/** Fewer refused refreshes say little. */
export const REFUSED_MIN = 10;

/** So does an app with a share above the usual error rate by this factor. */
const HIGH_FACTOR = 2;

/** True if so many refreshes of an app were refused that it probably has a fault. @param usual the usual error rate; 0 without errors before */
export function isHighShare({ share, refused }: Pick<Refusals, "share" | "refused">, usual: number): boolean {
  const isHigh = tenthsOf(share) >= 10 * HIGH_SHARE || (usual > 0 && exceeds(share, usual, HIGH_FACTOR));
  return isHigh && refused >= REFUSED_MIN;
}

/** The refused refreshes of an app. */
export interface Refusals {
  refused: number;
  /** Together with those that returned tokens. */
  all: number;
  /** In percent. */
  share: number;
}

/** The refusals of an app in all days of a period. */
export function refusalsOf({
  refreshFailures,
  refreshes,
}: Pick<AppFailures, "refreshFailures" | "refreshes">): Refusals {
  const [refused, issued] = [Number(refreshFailures), Number(refreshes)];
  return { refused, all: refused + issued, share: rateOf(refused, issued) };
}

/** The refusals of an app on the last day of a period; null with a core of the previous release. */
export function refusalsOfLastDay({ refreshFailuresLastDay, refreshesLastDay }: AppFailures): Refusals | null {
  if (refreshFailuresLastDay === undefined || refreshesLastDay === undefined) return null;
  return refusalsOf({ refreshFailures: refreshFailuresLastDay, refreshes: refreshesLastDay });
}

/** The refusals of an app in a period without its last day. */
export function refusalsBefore(app: AppFailures, { refused, all }: Refusals): Refusals {
  const issued = BigInt(all - refused);
  return refusalsOf({
    refreshFailures: app.refreshFailures - BigInt(refused),
    refreshes: app.refreshes - issued,
  });
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

/** The usual error rate, in percent: that of the 29 days before today. */
export function usualRateOf({ days }: Pick<GetDashboardResponse, "days">): number {
  return errorRateOf(days.slice(0, -1));
}

/** True if the error rate of the last 24 hours is clearly above the usual one. */
export function isAboveUsual(dashboard: Pick<GetDashboardResponse, "days" | "hours">): boolean {
  return isRaised(dashboard.hours, usualRateOf(dashboard));
}

/** True if the error rate of a time with enough errors is clearly above the usual one. */
export function isRaised(periods: readonly DashboardPeriod[], usual: number): boolean {
  return errorsOf(periods) >= ERRORS_MIN && hasRisen(errorRateOf(periods), usual);
}

/**
 * The hours, up to the current one, that are red without a break. Empty if the error rate is not high now, or was high in all 24 hours, so
 * that its beginning is not known.
 */
export function highHoursOf(dashboard: Pick<GetDashboardResponse, "days" | "hours">): DashboardPeriod[] {
  const { hours } = dashboard;
  const usual = usualRateOf(dashboard);
  const last = hours.length - 1;
  const isHigh = hours.map((hour, at) =>
    isHighRate({ rate: errorRateOf([hour]), errors: errorsOf([hour]), isOpen: at === last }, usual),
  );
  // The current hour may have too few requests to tell.
  const end = isHigh[last] ? last : last - 1;
  const start = isHigh.lastIndexOf(false, end) + 1;
  return start === 0 || start > end ? [] : hours.slice(start);
}

/** The error rate of all periods, in percent. */
export function errorRateOf(periods: readonly DashboardPeriod[]): number {
  return rateOf(errorsOf(periods), tokensOf(periods));
}

/** The issued tokens of all periods. */
export function tokensOf(periods: readonly DashboardPeriod[]): number {
  return sumOf(periods, "exchanges") + sumOf(periods, "refreshes");
}

/** The requests that are the base of the error rate: errors and issued tokens. */
export function requestsOf(periods: readonly DashboardPeriod[]): number {
  return errorsOf(periods) + tokensOf(periods);
}

/** The errors of all periods, of one class or of all. */
export function errorsOf(periods: readonly DashboardPeriod[], errorClass?: ErrorClass): number {
  const wanted = periods
    .flatMap(({ errors }) => errors)
    .filter((error) => errorClass === undefined || error.errorClass === errorClass);
  return wanted.reduce((sum, { count }) => sum + Number(count), 0);
}

/** The classes that have errors, most frequent first. */
export function errorClassesOf(periods: readonly DashboardPeriod[]): { errorClass: ErrorClass; count: number }[] {
  const known = Object.values(ErrorClass).filter((value) => typeof value === "number");
  return known
    .filter((value) => value !== ErrorClass.UNSPECIFIED)
    .map((errorClass) => ({ errorClass, count: errorsOf(periods, errorClass) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** The start of a period as ISO timestamp; empty without one. */
export function startOf(period: DashboardPeriod | undefined): string {
  return period?.start === undefined ? "" : timestampDate(period.start).toISOString();
}
