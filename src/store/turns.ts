/** Work that is done again and again, one run at a time. */
export interface Turns {
  /** Resolves after a run that began after this call. */
  take(): Promise<void>;
  /** No run begins any more; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Runs `work`, which never rejects, from now on, with `pauseMs()` between a run's end and the next one. Keeps no process alive. */
export function startTurns(work: () => Promise<void>, pauseMs: () => number): Turns {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    clearTimeout(timer);
    underWay = work().finally(() => {
      underWay = null;
      clearTimeout(timer);
      if (!stopped) timer = setTimeout(start, pauseMs()).unref();
    });
    return underWay;
  }

  void start();
  return {
    take() {
      if (stopped) return Promise.resolve();
      if (underWay === null) return start();
      // One run after the one under way is enough for all who ask meanwhile.
      next ??= underWay.then(() => {
        next = null;
        return stopped ? undefined : (underWay ?? start());
      });
      return next;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await (next ?? underWay);
    },
  };
}
