/** Runs one function at most once at a time. Calls during a run share the next run. The function must never reject. */
export class SerialQueue {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves after a run that began after this call. */
  run(): Promise<void> {
    if (this.#running === null) return this.#start();
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#running ?? this.#start();
    });
    return this.#next;
  }

  #start(): Promise<void> {
    this.#running = this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}

/** A function that runs repeatedly, at most once at a time. */
export interface RepeatedWork {
  /** Resolves after a run that began after this call. */
  run(): Promise<void>;
  /** Starts no further runs; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now, and again `pauseMs()` milliseconds after each run. `work` must never reject. The timer does not keep the process alive.
 */
export function repeat(work: () => Promise<void>, pauseMs: () => number): RepeatedWork {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const queue = new SerialQueue(async () => {
    if (stopped) return;
    clearTimeout(timer);
    await work();
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void queue.run(), pauseMs()).unref();
  });
  void queue.run();
  return {
    run: () => queue.run(),
    stop() {
      stopped = true;
      clearTimeout(timer);
      return queue.run();
    },
  };
}
