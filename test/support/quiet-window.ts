import { setTimeout as delay } from "node:timers/promises";

/**
 * Failures are counted in windows that begin with the minute, or the quarter of an hour: who counts them waits here for a window that is far from
 * its end, so that on a busy machine, too, all of them fall into one.
 */
export async function quietWindow(seconds: 60 | 900): Promise<void> {
  const needed = { 60: 25_000, 900: 120_000 }[seconds];
  const left = seconds * 1_000 - (Date.now() % (seconds * 1_000));
  if (left < needed) await delay(left + 100);
}
