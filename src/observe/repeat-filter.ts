/** Limits repeated log lines about one id. */
export interface RepeatFilter {
  /** Null for a repetition within the interval; otherwise the number of repetitions that were not reported since the last report. */
  report(id: string): number | null;
}

const INTERVAL_MS = 60_000;
/** The maximum number of ids that are counted separately. Further ids in the same interval share one count. */
const MAX_IDS = 1_000;
const OTHERS = "";

interface Reported {
  until: number;
  repeated: number;
}

/**
 * Reports each id once a minute, so that a caller cannot fill the log.
 * @param now a monotonic clock in milliseconds
 */
export function createRepeatFilter(now = (): number => performance.now()): RepeatFilter {
  // Ordered by the time of their last report, so that expired ids come first.
  const ids = new Map<string, Reported>();
  const forgetExpired = (at: number) => {
    for (const [id, { until }] of ids) {
      if (at < until) return;
      ids.delete(id);
    }
  };
  return {
    report(id) {
      const at = now();
      if (ids.size >= MAX_IDS && !ids.has(id)) forgetExpired(at);
      const key = ids.size < MAX_IDS || ids.has(id) ? id : OTHERS;
      const known = ids.get(key);
      if (known !== undefined && at < known.until) {
        known.repeated++;
        return null;
      }
      ids.delete(key);
      ids.set(key, { until: at + INTERVAL_MS, repeated: 0 });
      return known?.repeated ?? 0;
    },
  };
}
