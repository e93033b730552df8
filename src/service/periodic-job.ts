import type { Log } from "../observe/log.ts";

export interface PeriodicJob {
  /** Runs the job at once, even while a run by the timer is in progress. */
  run(): Promise<void>;
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

interface PeriodicJobOptions {
  everyMs: number;
  log: Log;
  /** The log message for a failed run. The next run retries. */
  failed: string;
}

/** Runs `work` at an interval; the timer starts one run at a time. Does not keep the process alive; `stop` aborts the signal. */
export function startPeriodicJob(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, log, failed }: PeriodicJobOptions,
): PeriodicJob {
  const controller = new AbortController();
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= work(controller.signal)
      .catch((err) => log.warn({ err }, failed))
      .finally(() => {
        current = null;
      });
  }, everyMs);
  timer.unref();
  return {
    run: () => work(controller.signal),
    async stop() {
      controller.abort();
      clearInterval(timer);
      await current;
    },
  };
}
