import type { Clock } from "./clock.ts";

/** The times of a RevocationHeartbeat, in milliseconds. */
export interface HeartbeatTimes {
  ageMs: number;
  elapsedMs: number;
}

/** The assumed drift between the clocks of two machines, in milliseconds per millisecond of stream age. */
const DRIFT = 1 / 1_000;

/**
 * The time, by this process's clock, up to which it has received every revocation. The core sends a heartbeat `elapsedMs` after the
 * stream's request arrives. The arrival of the heartbeat proves nothing, because it may have been delayed.
 */
export class Freshness {
  readonly #now: Clock;
  /** In milliseconds of the clock; -Infinity before the first heartbeat. */
  #until = -Infinity;

  /** @param now a clock that counts the time during which the machine is suspended (`createClock`) */
  constructor(now: Clock) {
    this.#now = now;
  }

  /** The age of the revocation data in milliseconds; Infinity before the first heartbeat. */
  age(now = this.#now()): number {
    return now - this.#until;
  }

  /**
   * Records a heartbeat of a stream requested at `requestedAt` (clock milliseconds).
   * @returns the transit delay of the heartbeat, in milliseconds
   */
  record(requestedAt: number, { ageMs, elapsedMs }: HeartbeatTimes): number {
    const now = this.#now();
    const sent = Math.min(now, requestedAt + elapsedMs - elapsedMs * DRIFT);
    const until = sent - ageMs;
    if (until > this.#until) this.#until = until;
    return now - sent;
  }
}
