import type { RejectionReason } from "../../concurrency/batcher.ts";
import { createFairQueue, type Job, type QueueLimits } from "./fair-queue.ts";

/** The capacity of the password queue in this process. */
export interface PasswordQueueLimits extends QueueLimits {
  /** Jobs that run at the same time. */
  concurrency: number;
  /** Milliseconds between two jobs of a throttled account or address, which never run concurrently. */
  throttleMs: Readonly<Record<ThrottleKind, number>>;
}

export type ThrottleKind = "account" | "address";

/** An exhausted limit. Jobs with its key run one at a time, with a pause in between. */
export interface Throttle {
  key: string;
  kind: ThrottleKind;
}

export interface PasswordJob extends Job {
  throttles: readonly Throttle[];
}

export type JobResult<T> = { kind: "done"; value: T } | { kind: "rejected"; reason: RejectionReason };

/** Runs argon2 work with bounded concurrency, so that a flood neither fills the thread pool nor delays other callers. */
export interface PasswordQueue {
  run<T>(job: PasswordJob, work: () => Promise<T>): Promise<JobResult<T>>;
  /** The number of rejected jobs since the start, by reason. */
  readonly rejected: Readonly<Record<RejectionReason, number>>;
  /** The number of queued jobs. */
  readonly length: number;
}

export function createPasswordQueue({ concurrency, throttleMs, ...limits }: PasswordQueueLimits): PasswordQueue {
  const queue = createFairQueue<PasswordJob>(limits);
  /** The throttled keys that have a running job or are in the pause after one. */
  const blockedKeys = new Set<string>();
  let running = 0;

  function startJobs(): void {
    while (running < concurrency) {
      const job = queue.dequeue(({ throttles }) => !throttles.some(({ key }) => blockedKeys.has(key)));
      if (job === null) return;
      running += 1;
      for (const { key } of job.throttles) blockedKeys.add(key);
    }
  }

  function finish({ throttles }: PasswordJob): void {
    running -= 1;
    for (const { key, kind } of throttles) {
      setTimeout(() => void (blockedKeys.delete(key) && startJobs()), throttleMs[kind]).unref();
    }
    startJobs();
  }

  return {
    rejected: queue.rejected,
    get length() {
      return queue.length;
    },
    async run(job, work) {
      const dequeued = queue.enqueue(job);
      startJobs();
      const reason = await dequeued;
      if (reason !== null) return { kind: "rejected", reason };
      try {
        return { kind: "done", value: await work() };
      } finally {
        finish(job);
      }
    },
  };
}
