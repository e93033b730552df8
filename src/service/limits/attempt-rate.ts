/** Attempts of one account in known browsers, or of one account from one address, in a minute; past it they are slowed down. */
const MOST_PER_MINUTE = 10;
const MINUTE_MS = 60_000;
/** Keys in a minute. More are only possible in a flood, and then the minute begins anew. */
const MOST_KEYS = 50_000;

/** Counts attempts in this process, successful ones too, so that success needs no write to the database. */
export interface AttemptRate {
  /** Counts one attempt; true if there are too many within this minute. */
  isTooFast(key: string): boolean;
}

export function createAttemptRate(now: () => number = () => performance.now()): AttemptRate {
  const counts = new Map<string, number>();
  let startedAt = now();
  return {
    isTooFast(key) {
      if (now() - startedAt >= MINUTE_MS || counts.size >= MOST_KEYS) {
        counts.clear();
        startedAt = now();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > MOST_PER_MINUTE;
    },
  };
}
