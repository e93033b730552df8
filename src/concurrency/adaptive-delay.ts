import { setImmediate as turnOfTheLoop } from "node:timers/promises";

/** From so many on, whoever comes first is not taken for a lone one. */
const CROWD = 2;

/**
 * How many have come together lately. The callers of one group come back one after the other: where its successor began with the first of them,
 * it would be that one alone, and the rest would wait for it.
 */
export class Crowd {
  #size = 0;

  /** False while those who come are alone: they wait for nobody. */
  get isThere(): boolean {
    return this.#size >= CROWD;
  }

  /** A group of so many has begun; those before it count half, each time. */
  began(size: number): void {
    this.#size = Math.max(size, this.#size / 2);
  }

  /** Waits for the end of a turn of the event loop that brought nobody, or until there are enough: what has arrived already is read first. */
  async gathered(waiting: () => number, enough: number): Promise<void> {
    // Of the turn in which the first one came, only the rest.
    await turnOfTheLoop();
    for (let before = 0; waiting() > before && waiting() < enough; ) {
      before = waiting();
      await turnOfTheLoop();
    }
  }
}
