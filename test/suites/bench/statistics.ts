/** The middle value, or the mean of the two middle values. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) throw new RangeError("there is no median of nothing");
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
}

/** The smallest value that is at least as large as `percent` % of the values (nearest rank). @throws RangeError for no values */
export function percentile(values: readonly number[] | Float64Array, percent: number): number {
  if (values.length === 0) throw new RangeError("there is no percentile of nothing");
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

/** The goal of a row. A ratio is the median of the measurements divided by the median of the limit. */
export interface Goal {
  kind: "ratio" | "value";
  is: "at least" | "at most";
  bound: number;
}

/** The figures of a row by round. `limit` has those of the limit, measured in the same run. */
export interface Figures {
  measured: readonly number[];
  limit: readonly number[] | null;
}

export interface Verdict {
  measured: number;
  limit: number | null;
  /** `measured` divided by `limit`. */
  ratio: number | null;
  /** Null for a row without a goal. */
  reached: boolean | null;
}

/** Medians, their ratio and whether the goal is reached. @throws RangeError for a ratio without a limit */
export function decideVerdict({ measured: runs, limit: limits }: Figures, goal: Goal | null): Verdict {
  const measured = median(runs);
  const limit = limits === null ? null : median(limits);
  const ratio = limit === null ? null : measured / limit;
  if (goal === null) return { measured, limit, ratio, reached: null };
  const figure = goal.kind === "ratio" ? ratio : measured;
  if (figure === null) throw new RangeError("a ratio needs a limit");
  return { measured, limit, ratio, reached: goal.is === "at least" ? figure >= goal.bound : figure <= goal.bound };
}

/** The spread of the runs: half the distance of the extreme runs, relative to the median. */
export function spread(values: readonly number[]): number {
  const middle = median(values);
  return middle === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / 2 / middle;
}
