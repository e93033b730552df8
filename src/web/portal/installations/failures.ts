import type { AppStatisticsDay } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { changeView } from "../../components/chart.ts";
import { changeOf, comparisonOf } from "../../components/comparison.ts";
import { type Html, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The days that a page shows, today included. They are compared with as many days before. */
export const DAYS = 30;
/** The days that a page with a comparison reads. */
export const DAYS_READ = 2 * DAYS;

/** More failures than before by this factor are a rise. */
const RISE = 1.1;

export interface Failures {
  total: number;
  /** Null without failures before. */
  comparison: Html | null;
  hasRisen: boolean;
}

/** The failed refreshes of the last 30 days, compared with those before. @param read `DAYS_READ` days */
export function failuresOf(context: PageContext, read: readonly AppStatisticsDay[]): Failures {
  const sum = (days: readonly AppStatisticsDay[]) =>
    days.reduce((total, { refreshFailures }) => total + Number(refreshFailures), 0);
  const [before, total] = [sum(read.slice(0, -DAYS)), sum(read.slice(-DAYS))];
  const change = changeOf(context, { count: total, before });
  const comparison =
    change && html`<span class="nowrap">${changeView(change)}</span> ${comparisonOf(context, before, DAYS)}`;
  return { total, comparison, hasRisen: total > RISE * before };
}
