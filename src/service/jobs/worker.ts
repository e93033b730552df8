import { setTimeout as sleep } from "node:timers/promises";
import { type Backoff, jitteredBackoffMs, reasonOf } from "../../concurrency/retry.ts";
import type { Log } from "../../observe/log.ts";
import { createRepeatFilter } from "../../observe/repeat-filter.ts";
import type { Management } from "../../store/connection/management.ts";
import { type ClaimedJob, claimJobs, completeJob, failJob, retryJob } from "../../store/jobs/queue.ts";
import { type JobHandlers, PermanentJobError } from "./handlers.ts";

const EVERY_MS = 1_000;
/** The maximum number of jobs that one process runs at the same time. */
const CONCURRENCY = 4;
const ATTEMPT_MS = 60_000;
/** Longer than an attempt may take, so that other processes take over only the jobs of stopped processes. */
const LEASE_SECONDS = 90;
/** The results of attempts that end within this time after a stop are stored, so that no mail is sent twice. */
const STOP_WITHIN_MS = 3_000;
const RETRY_FOR_SECONDS = 3 * 86_400;
const BACKOFF: Backoff = { firstMs: 10_000, longestMs: 6 * 3_600_000 };
const LONGEST_ERROR = 500;

export interface JobWorkerOptions {
  management: Pick<Management, "transactional">;
  log: Log;
  handlers: JobHandlers;
  /** Milliseconds between two searches for due jobs; default 1,000. */
  everyMs?: number;
  /** Seconds until another process may take a job over; default 90. */
  leaseSeconds?: number;
  /** The pauses between attempts; default 10 s, doubling to 6 h. */
  backoff?: Backoff;
}

export interface JobWorker {
  /** Claims no further job, and aborts attempts that do not end within three seconds. Resolves when all attempts have ended. */
  stop(): Promise<void>;
}

/**
 * Runs due jobs. Any number of processes may run a worker: each job has one worker at a time, and other workers take over the jobs of a
 * stopped worker.
 */
export function startJobWorker(options: JobWorkerOptions): JobWorker {
  const { management, log, handlers, everyMs = EVERY_MS, leaseSeconds = LEASE_SECONDS } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const aborts = new AbortController();
  const kinds = Object.keys(handlers);
  const failures = createRepeatFilter();
  const warn = (err: unknown, message: string) => {
    const repeated = failures.report(message);
    if (repeated !== null) log.warn({ err, repeated }, message);
  };
  const running = new Set<Promise<void>>();
  const poll = async () => {
    const limit = CONCURRENCY - running.size;
    const jobs =
      limit === 0
        ? []
        : await management.transactional(({ query }) => claimJobs(query, { kinds, limit, leaseSeconds }));
    for (const job of jobs) {
      const run = runJob(options, job, aborts.signal)
        .catch((err) => log.warn({ err, kind: job.kind }, "the result of a job was not stored; it will run again"))
        .finally(() => running.delete(run));
      running.add(run);
    }
  };
  const work = async () => {
    while (!signal.aborted) {
      await poll().catch((err) => warn(err, "could not claim jobs"));
      const rest = sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
      // A worker that runs the maximum of jobs continues as soon as one of them ends.
      await (running.size === CONCURRENCY ? Promise.race([...running]) : rest);
    }
    await Promise.all(running);
  };
  const done = kinds.length === 0 ? Promise.resolve() : work();
  return {
    async stop() {
      controller.abort();
      const timer = setTimeout(() => aborts.abort(), STOP_WITHIN_MS);
      await done.finally(() => clearTimeout(timer));
    },
  };
}

/** Runs one attempt and stores its result. @throws StorageError */
async function runJob(options: JobWorkerOptions, job: ClaimedJob, stopping: AbortSignal): Promise<void> {
  const { management, log, handlers, backoff = BACKOFF } = options;
  const handler = handlers[job.kind]!;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_MS)]);
  try {
    await handler.run(job.payload, { number: job.attempt, signal });
  } catch (err) {
    const error = reasonOf(err).slice(0, LONGEST_ERROR);
    // An attempt that the stop of the process aborts is not the last.
    const isOld = !stopping.aborted && job.ageSeconds >= (handler.retryForSeconds ?? RETRY_FOR_SECONDS);
    const isLast = err instanceof PermanentJobError || isOld;
    const delayMs = stopping.aborted ? 0 : jitteredBackoffMs(job.attempt - 1, backoff);
    await management.transactional(({ query }) =>
      isLast ? failJob(query, job, error) : retryJob(query, job, { delayMs, error }),
    );
    if (isLast) log.error({ err, kind: job.kind, job: job.id }, "a job failed for the last time");
    else if (!stopping.aborted)
      log.warn({ err, kind: job.kind, attempt: job.attempt, delayMs }, "a job will be retried");
    return;
  }
  const stored = await management.transactional(({ query }) => completeJob(query, job));
  if (!stored) log.warn({ kind: job.kind, job: job.id }, "a job took longer than its lease and may have run twice");
}
