import type { Clock } from "./clock.ts";

/** The times of a RevocationHeartbeat, in milliseconds. */
export interface HeartbeatTimes {
  ageMs: number;
  elapsedMs: number;
}

/** The assumed drift between the clocks of two machines, per millisecond of stream age. */
const DRIFT = 1 / 1_000;

/**
 * The time up to which this process has received every revocation, by its own clock.
 *
 * The arrival time of a heartbeat proves nothing, because the network or the process may have delayed it. The core sends the
 * heartbeat `elapsedMs` after the stream's request arrives, so at least `elapsedMs` after the client sent that request.
 */
export class Freshness {
  readonly #now: Clock;
  /** In clock milliseconds; -Infinity before the first heartbeat. */
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
