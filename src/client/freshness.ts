/** What a heartbeat says of itself; see RevocationHeartbeat. Milliseconds. */
export interface Beat {
  ageMs: number;
  elapsedMs: number;
}

/** Clocks of two machines may part by this much; a heartbeat of a long stream is taken for that much older. */
const DRIFT = 1 / 1_000;

/**
 * Up to which moment this process knows of every event, by its own clocks.
 *
 * When a heartbeat came in says little: it may have been held up by a network that stalled, or by this very process. What is sure is that it
 * was sent `elapsedMs` after the core took in the request, hence at that time after the request was made, or later.
 */
export class Freshness {
  /** By the monotonic clock, in milliseconds; -Infinity before the first heartbeat. */
  #until = -Infinity;
  /** The same by the wall clock: on a machine that is suspended the monotonic clock stands still. */
  #untilWall = -Infinity;
  readonly #now: () => number;
  readonly #wall: () => number;

  constructor(now = () => performance.now(), wall = () => Date.now()) {
    this.#now = now;
    this.#wall = wall;
  }

  /** How long ago the moment was, in milliseconds; Infinity if there was none. */
  age(now = this.#now()): number {
    return Math.max(now - this.#until, this.#wall() - this.#untilWall);
  }

  /**
   * Takes in a heartbeat of a stream that was asked for at `requestedAt` of the monotonic clock. How much less it shows than it would if it
   * had been on its way for no time: in milliseconds.
   */
  beat(requestedAt: number, { ageMs, elapsedMs }: Beat): number {
    const now = this.#now();
    const sent = Math.min(now, requestedAt + elapsedMs - elapsedMs * DRIFT);
    const until = sent - ageMs;
    if (until > this.#until) {
      this.#until = until;
      this.#untilWall = this.#wall() - (now - until);
    }
    return now - sent;
  }
}
