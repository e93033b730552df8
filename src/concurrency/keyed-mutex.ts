interface Queue {
  /** Resolves when all queued work has run. */
  end: Promise<unknown>;
  length: number;
}

/** Runs work of the same key one at a time, in order of arrival, and work of different keys concurrently. */
export class KeyedMutex {
  readonly #limit: number;
  readonly #queues = new Map<string, Queue>();

  /** @param limit how much work of one key may be queued or running */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The result of `work`; null, without running it, if the key's queue is full. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    const queue = this.#queues.get(key) ?? { end: Promise.resolve(), length: 0 };
    if (queue.length >= this.#limit) return null;
    const result = queue.end.then(work);
    queue.end = result.catch(() => {});
    queue.length += 1;
    this.#queues.set(key, queue);
    try {
      return await result;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(key);
    }
  }
}
