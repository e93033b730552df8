import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import type { PageContext } from "../../router/page-router.ts";
import { PERIODS, shownOf } from "./period.ts";

/** Reads the counts, and the period of the query. */
export async function readDashboard(context: PageContext) {
  const { query } = context;
  const wanted = query.one("period");
  const isOpen = wanted === "chosen";
  const days = isOpen ? daysIn(query.one("from"), query.one("to")) : { from: "", to: "" };
  const { dashboard, errors } = await read(context, days);
  const period = isOpen ? "chosen" : (PERIODS.find((one) => one === wanted) ?? "hours");
  return { dashboard, shown: shownOf(context, dashboard, period), form: { ...days, isOpen, errors } };
}

const [DAYS, DAY_MS] = [14, 86_400_000];

/** The days of the form; two weeks up to today before it is sent. */
function daysIn(from: string | null, to: string | null): { from: string; to: string } {
  const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, "2026-01-31".length);
  if (from === null && to === null) return { from: dayAgo(DAYS - 1), to: dayAgo(0) };
  return { from: from?.trim() ?? "", to: to?.trim() ?? "" };
}

/** The counts with those of the days. If the days are invalid: the counts without them, and the errors of the fields. */
async function read(context: PageContext, days: { from: string; to: string }) {
  const { platform } = context.web.clients;
  const none: FieldError[] = [];
  try {
    return { dashboard: await platform.getDashboard(days, context.call), errors: none };
  } catch (failure) {
    const violations = requestErrorOf(failure)?.violations ?? [];
    if (violations.length === 0) throw failure;
    const { periodErrors, from, to } = context.t.console.dashboard;
    const errors = violations.map(({ field, reason = "", description }): FieldError => {
      return { field, label: field === "from" ? from : to, text: periodErrors[reason] ?? description };
    });
    return { dashboard: await platform.getDashboard({}, context.call), errors };
  }
}
