import type { Log } from "../observe/log.ts";

/** Something that is put right every so often. */
export interface Sweep {
  /** Does what is due now; does not join a run that is under way. */
  run(): Promise<void>;
  /** No run begins any more; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

export interface SweepOptions {
  everyMs: number;
  log: Log;
  /** What to log where a run fails; the next one tries again. */
  failed: string;
}

/** Runs `work` every so often, one run at a time, without keeping the process alive. `work` ends early where `stopping` is aborted. */
export function startSweep(work: (stopping: AbortSignal) => Promise<void>, options: SweepOptions): Sweep {
  const { everyMs, log, failed } = options;
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= work(stopping.signal)
      .catch((err) => log.warn({ err }, failed))
      .finally(() => {
        underWay = null;
      });
  }, everyMs);
  timer.unref();
  return {
    run: () => work(stopping.signal),
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await underWay;
    },
  };
}
