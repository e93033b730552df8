import { backoffMs } from "../concurrency/retry.ts";

/** The restarts of a process; times are milliseconds of the monotonic clock. */
export interface RestartRecord {
  /** Ends in a row, each without a steady run before it. */
  ends: number;
  upSince: number | null;
}

const BACKOFF = { firstMs: 100, longestMs: 30_000 };
/** After a run of this length, an end does not count as a failed start. */
const STEADY_MS = 60_000;

/** The record after one more end. */
export function recordEnd({ ends, upSince }: RestartRecord, now: number): RestartRecord {
  const wasSteady = upSince !== null && now - upSince >= STEADY_MS;
  return { ends: wasSteady ? 1 : ends + 1, upSince: null };
}

/** The pause before the next start, in milliseconds. */
export function pauseBefore({ ends }: RestartRecord): number {
  return backoffMs(Math.max(0, ends - 1), BACKOFF);
}
