/** The start of a day such as `2026-01-31` in UTC, in milliseconds; null if the day does not exist. */
export function startOfDay(day: string): number | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // `Date` takes 31 February for 3 March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, day.length) !== day ? null : time;
}
