/** Lets works of the same key run one after the other, in the order in which they came, and works of different keys at once. */
export interface Turns {
  /** What `work` gives when its turn comes; null, and `work` never runs, where too many of the same key are there already. */
  take<T>(key: string, work: () => Promise<T>): Promise<T | null>;
}

interface Queue {
  /** Resolves when all that are there have run. */
  end: Promise<unknown>;
  length: number;
}

/** Turns within this process. @param most how many of one key may be there at once, the running one included */
export function createTurns(most: number): Turns {
  const queues = new Map<string, Queue>();
  return {
    async take(key, work) {
      const queue = queues.get(key) ?? { end: Promise.resolve(), length: 0 };
      if (queue.length >= most) return null;
      const mine = queue.end.then(work);
      queue.end = mine.catch(() => {});
      queue.length += 1;
      queues.set(key, queue);
      try {
        return await mine;
      } finally {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(key);
      }
    },
  };
}
