/** What is remembered of a process that may end again; moments of the monotonic clock in milliseconds. */
export interface RestartRecord {
  /** How often it ended without having been up for long. */
  ends: number;
  upSince: number | null;
}

const FIRST_MS = 100;
const LONGEST_MS = 30_000;
/** Whoever was up for this long ended for a reason of its own, not for one that waits at every start. */
const STEADY_MS = 60_000;

/** The record after one more end. */
export function recordEnd({ ends, upSince }: RestartRecord, now: number): RestartRecord {
  const wasSteady = upSince !== null && now - upSince >= STEADY_MS;
  return { ends: wasSteady ? 1 : ends + 1, upSince: null };
}

/** How long to wait before the next start, in milliseconds: twice as long after each end, up to half a minute. */
export function pauseBefore({ ends }: RestartRecord): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, ends - 1));
}
