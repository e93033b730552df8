/**
 * The maximum number of attempts per minute of an account in known browsers, or of an account from one address. Further attempts are
 * throttled.
 */
const MAX_PER_MINUTE = 10;
const MINUTE_MS = 60_000;
/** At this number of keys, all counts are cleared. Only a flood has more keys in a minute. */
const MAX_KEYS = 50_000;

/** Counts attempts in this process, successful ones included, so that successes write nothing to the database. */
export interface AttemptRate {
  /** Counts one attempt; true if the key has exceeded the limit of this minute. */
  isTooFast(key: string): boolean;
}

export function createAttemptRate(): AttemptRate {
  const counts = new Map<string, number>();
  let startedAt = performance.now();
  return {
    isTooFast(key) {
      if (performance.now() - startedAt >= MINUTE_MS || counts.size >= MAX_KEYS) {
        counts.clear();
        startedAt = performance.now();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > MAX_PER_MINUTE;
    },
  };
}
