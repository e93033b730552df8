/** Lets works of the same key run one after the other, in the order in which they came, and works of different keys at once. */
export interface Turns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Turns within this process. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(key, work) {
      const mine = (last.get(key) ?? Promise.resolve()).then(work);
      const settled = mine.then(
        () => {},
        () => {},
      );
      last.set(key, settled);
      try {
        return await mine;
      } finally {
        if (last.get(key) === settled) last.delete(key);
      }
    },
  };
}
