import type { Clock } from "./clock.ts";

/** What a heartbeat says of itself; see RevocationHeartbeat. Milliseconds. */
export interface Beat {
  ageMs: number;
  elapsedMs: number;
}

/** Clocks of two machines may part by this much; a heartbeat of a long stream is taken for that much older. */
const DRIFT = 1 / 1_000;

/**
 * Up to which moment this process knows of every event, by its own clock.
 *
 * When a heartbeat came in says little: it may have been held up by a network that stalled, or by this very process. What is sure is that it
 * was sent `elapsedMs` after the core took in the request, hence at that time after the request was made, or later.
 */
export class Freshness {
  readonly #now: Clock;
  /** In milliseconds of the clock; -Infinity before the first heartbeat. */
  #until = -Infinity;

  /** @param now a clock that goes on while the machine is suspended: what waited for it meanwhile is that much older */
  constructor(now: Clock) {
    this.#now = now;
  }

  /** How long ago the moment was, in milliseconds; Infinity if there was none. */
  age(now = this.#now()): number {
    return now - this.#until;
  }

  /**
   * Takes in a heartbeat of a stream that was asked for at `requestedAt` of the clock. How much less it shows than it would if it had been on
   * its way for no time: in milliseconds.
   */
  beat(requestedAt: number, { ageMs, elapsedMs }: Beat): number {
    const now = this.#now();
    const sent = Math.min(now, requestedAt + elapsedMs - elapsedMs * DRIFT);
    const until = sent - ageMs;
    if (until > this.#until) this.#until = until;
    return now - sent;
  }
}
