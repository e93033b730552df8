import { requireNoViolations, violation } from "../violations.ts";

/** A period of UTC days, and as many days before it, with which it is compared. */
export interface ChosenDays {
  /** The first of the days with which the period is compared. */
  first: string;
  last: string;
  days: number;
}

/** About a quarter of a year. */
const MAX_DAYS = 92;
/** The counts are kept long enough to compare the longest period that begins on this day. */
const OLDEST = 365;

const DAY_MS = 86_400_000;

const DATE = { reason: "DATE", description: "Use a day such as 2026-01-31." };
const TOO_OLD = { reason: "TOO_OLD", description: `Use a day of the last ${OLDEST} days.` };

/** @throws RequestError INVALID, also if only one of the days is given */
export function parseChosenDays({ from, to }: { from: string; to: string }, now: Date): ChosenDays | null {
  if (from === "" && to === "") return null;
  const [start, end, today] = [dayNumber(from), dayNumber(to), Math.floor(now.getTime() / DAY_MS)];
  requireNoViolations([
    ...violation("from", start === null ? DATE : null),
    ...violation("to", end === null ? DATE : null),
  ]);
  const days = end! - start! + 1;
  requireNoViolations([
    ...violation("from", start! < today - OLDEST ? TOO_OLD : null),
    ...violation("to", findEndError(days, end! > today)),
  ]);
  return { first: textOf(start! - days), last: to, days };
}

function findEndError(days: number, isFuture: boolean) {
  if (isFuture) return { reason: "FUTURE", description: "Use today or an earlier day." };
  if (days < 1) return { reason: "ORDER", description: "Use a day that is not before `from`." };
  return days > MAX_DAYS ? { reason: "TOO_MANY_DAYS", description: `Use a period of at most ${MAX_DAYS} days.` } : null;
}

function dayNumber(text: string): number | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || textOf(time / DAY_MS) !== text ? null : time / DAY_MS;
}

const textOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, "2026-01-31".length);
