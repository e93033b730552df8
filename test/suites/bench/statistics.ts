/** The middle of the values; of an even number the mean of the two in the middle. @throws RangeError for none */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) throw new RangeError("there is no median of nothing");
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
}

/** The value below or at which `percent` of a hundred of the values lie (nearest rank). @throws RangeError for none */
export function percentile(values: readonly number[] | Float64Array, percent: number): number {
  if (values.length === 0) throw new RangeError("there is no percentile of nothing");
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

/** The goal of a row. A ratio is that of the medians of measurement and limit. */
export interface Goal {
  kind: "ratio" | "value";
  is: "at least" | "at most";
  bound: number;
}

/** One row's figures; `limit` is what was measured beside it in the same run, round by round. */
export interface Figures {
  measured: readonly number[];
  limit: readonly number[] | null;
}

export interface Verdict {
  measured: number;
  limit: number | null;
  /** Measured through limit. */
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
