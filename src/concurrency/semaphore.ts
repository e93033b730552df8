/** Returns a function that runs at most `permits` of its arguments at the same time, in the order of the calls. */
export function createSemaphore(permits: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let free = permits;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
