import { randomInt } from "node:crypto";

/**
 * The minimum duration of a padded call in microseconds. A lookup takes about 1,000, depending on the rows that it reads and on whether it
 * commits.
 */
const MIN_DURATION = 3_000;
/**
 * The maximum of a further random duration in microseconds. A timer counts whole milliseconds from the start of the current turn of the
 * event loop, so a fixed duration would still reveal fractions of the processing time.
 */
const RANDOM_DURATION = 6_000;

const randomDurationMs = () => (MIN_DURATION + randomInt(RANDOM_DURATION)) / 1_000;

/**
 * Runs `work` and pads the latency of its errors and of the results that `isPadded` selects, so that unknown, revoked and foreign tokens
 * are indistinguishable by response time. Other results are not delayed.
 * @see RFC 7009 §2.2, RFC 7662 §2.2
 * @param durationMs the minimum duration of a padded call, in milliseconds
 */
export async function padResponseTime<T>(
  work: () => Promise<T>,
  isPadded: (result: T) => boolean,
  durationMs: () => number = randomDurationMs,
): Promise<T> {
  const start = performance.now();
  try {
    const result = await work();
    if (isPadded(result)) await waitUntil(start + durationMs());
    return result;
  } catch (error) {
    await waitUntil(start + durationMs());
    throw error;
  }
}

/** Pads the latency of errors. */
export function padErrors<T>(work: () => Promise<T>): Promise<T> {
  return padResponseTime(work, () => false);
}

/** Pads the latency of errors and results. */
export function padAll<T>(work: () => Promise<T>): Promise<T> {
  return padResponseTime(work, () => true);
}

function waitUntil(time: number): Promise<void> {
  const left = time - performance.now();
  return left <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, left));
}
