/** The newest items of a sequence. */
export class RingBuffer<T> {
  readonly #capacity: number;
  #items: T[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Appends items and drops the oldest beyond the capacity. */
  push(items: readonly T[]): void {
    this.#items.push(...items.slice(-this.#capacity));
    // Trims at twice the capacity: trimming each time would copy the whole buffer.
    if (this.#items.length > 2 * this.#capacity) this.#items = this.#items.slice(-this.#capacity);
  }

  clear(): void {
    this.#items = [];
  }

  /** The item that is followed by `newer` newer items; undefined if that item was dropped or `newer` is negative. */
  fromEnd(newer: number): T | undefined {
    return this.#items[this.#items.length - 1 - newer];
  }
}
