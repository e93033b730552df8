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
  const take = inTurns(async () => {
    if (stopped) return;
    clearTimeout(timer);
    await work();
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(take, pauseMs()).unref();
  });
  void take();
  return {
    take,
    stop() {
      stopped = true;
      clearTimeout(timer);
      return take();
    },
  };
}

/** What it gives resolves after a run of `work`, which never rejects, that began after the call: one at a time, shared by all who ask meanwhile. */
export function inTurns(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    underWay = work().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return () => {
    if (underWay === null) return start();
    next ??= underWay.then(() => {
      next = null;
      return underWay ?? start();
    });
    return next;
  };
}
