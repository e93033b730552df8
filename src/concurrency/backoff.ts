/** The restarts of a process; times are milliseconds of the monotonic clock. */
export interface RestartRecord {
  /** Ends in a row, each without a steady run before it. */
  ends: number;
  upSince: number | null;
}

const FIRST_MS = 100;
const LONGEST_MS = 30_000;
/** After a run of this length, an end does not count as a failed start. */
const STEADY_MS = 60_000;

/** The record after one more end. */
export function recordEnd({ ends, upSince }: RestartRecord, now: number): RestartRecord {
  const wasSteady = upSince !== null && now - upSince >= STEADY_MS;
  return { ends: wasSteady ? 1 : ends + 1, upSince: null };
}

/** Milliseconds before the next start: exponential, 30 s at most. */
export function pauseBefore({ ends }: RestartRecord): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, ends - 1));
}
