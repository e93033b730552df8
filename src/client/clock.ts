/** A monotonic clock in milliseconds. */
export type Clock = () => number;

/** If the wall clock gains more than this on the monotonic clock, the machine was suspended. */
const MAX_CLOCK_GAIN_MS = 250;

/**
 * A monotonic clock that also counts the time during which the machine is suspended, by comparison with the wall clock.
 * Setting the wall clock forward ages everything; setting it back has no effect.
 */
export function createClock(monotonic: Clock = () => performance.now(), wall = () => Date.now()): Clock {
  let suspendedMs = 0;
  let offset = wall() - monotonic();
  return () => {
    const now = monotonic();
    const newOffset = wall() - now;
    if (newOffset > offset + MAX_CLOCK_GAIN_MS) {
      suspendedMs += newOffset - offset;
      offset = newOffset;
    } else if (newOffset < offset) offset = newOffset;
    return now + suspendedMs;
  };
}
