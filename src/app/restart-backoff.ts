import { backoffMs } from "../concurrency/retry.ts";

/** The exits of a process; times are milliseconds of the monotonic clock. */
export interface RestartRecord {
  /** Consecutive exits without a steady run in between. */
  exits: number;
  upSince: number | null;
}

const BACKOFF = { firstMs: 100, longestMs: 30_000 };
/** After a run of this length, the count of exits starts again. */
const STEADY_MS = 60_000;

/** The record after one more exit. */
export function recordExit({ exits, upSince }: RestartRecord, now: number): RestartRecord {
  const wasSteady = upSince !== null && now - upSince >= STEADY_MS;
  return { exits: wasSteady ? 1 : exits + 1, upSince: null };
}

/** The pause before the next start, in milliseconds. */
export function restartDelayMs({ exits }: RestartRecord): number {
  return backoffMs(Math.max(0, exits - 1), BACKOFF);
}
