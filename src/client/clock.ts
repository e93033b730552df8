/** Milliseconds of a clock that never goes back. */
export type Clock = () => number;

/** By how much the two clocks may part before one of them is taken to have stood still. */
const CLOCKS_PART_MS = 250;

/**
 * A clock that goes on while the machine is suspended, as the monotonic one does not: when the wall clock has gained on it, by that much more
 * time has passed. A wall clock that somebody sets forward makes everything older than it is; one that is set back changes nothing.
 */
export function createClock(monotonic: Clock = () => performance.now(), wall = () => Date.now()): Clock {
  let missed = 0;
  let apart = wall() - monotonic();
  return () => {
    const now = monotonic();
    const nowApart = wall() - now;
    if (nowApart > apart + CLOCKS_PART_MS) {
      missed += nowApart - apart;
      apart = nowApart;
    } else if (nowApart < apart) apart = nowApart;
    return now + missed;
  };
}
