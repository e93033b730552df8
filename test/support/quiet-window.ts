import { setTimeout as delay } from "node:timers/promises";

/** The time that a test needs for its attempts on a busy machine. */
const NEEDED_MS = 15_000;

/**
 * Failures are counted in windows that start with the minute or the quarter of an hour, statistics by hour and day. Waits for the next
 * window if the current one ends soon.
 */
export async function quietWindow(seconds: 60 | 900): Promise<void> {
  const left = seconds * 1_000 - (Date.now() % (seconds * 1_000));
  if (left < NEEDED_MS) await delay(left + 100);
}
