import { setImmediate as nextTurn } from "node:timers/promises";

/** From this batch size on, the first arrival is not treated as a lone one. */
const CONCURRENT = 2;

/**
 * Decides whether a batch waits for more items before it starts. The callers of one batch return one after the other; without the delay, the
 * next batch would hold only the first of them.
 */
export class AdaptiveDelay {
  #recentSize = 0;

  /** False while items arrive alone: these start at once. */
  get isNeeded(): boolean {
    return this.#recentSize >= CONCURRENT;
  }

  /** Records the size of a batch that starts; the weight of earlier ones halves each time. */
  record(size: number): void {
    this.#recentSize = Math.max(size, this.#recentSize / 2);
  }

  /** Waits for the end of an event-loop turn without a new item, or until `enough` items are queued. */
  async wait(queued: () => number, enough: number): Promise<void> {
    // The first turn has partly passed.
    await nextTurn();
    for (let before = 0; queued() > before && queued() < enough; ) {
      before = queued();
      await nextTurn();
    }
  }
}
