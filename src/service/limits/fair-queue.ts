import type { RejectionReason } from "../../concurrency/batcher.ts";

/** The job classes, served round-robin, so that no class starves another. */
const CLASSES = ["known", "unknown", "hash", "throttled"] as const;

/** `known`: sign-ins of browsers known for the account. `unknown`: other sign-ins. `hash`: new passwords. `throttled`: above a limit. */
export type JobClass = (typeof CLASSES)[number];

/** The position of a job in the queue. */
export interface Job {
  jobClass: JobClass;
  /** The client address, or the account of a known browser. Keys of equal rank are served round-robin. */
  key: string;
  /**
   * Within a class, jobs of lower rank run first. Among jobs of equal key and rank, the newest job runs first, because the callers of older
   * jobs may have given up.
   */
  rank: number;
  /** Milliseconds until a queued job is rejected. */
  timeoutMs: number;
  /** Aborted if the caller closes the connection. */
  signal?: AbortSignal | undefined;
}

export interface QueueLimits {
  /** The maximum number of queued jobs of one key. Above it, the job of the key that would run last is rejected. */
  perKey: number;
  /** The maximum number of all queued jobs. Above it, the key with the most jobs loses the job that would run last. */
  total: number;
}

/** A bounded queue that is fair to job classes and keys. */
export interface FairQueue<J extends Job> {
  /** Resolves with null when the job is dequeued, or with the reason of its rejection. */
  enqueue(job: J): Promise<RejectionReason | null>;
  /** Removes and returns the next eligible job; null if there is none. */
  dequeue(isEligible: (job: J) => boolean): J | null;
  readonly rejected: Readonly<Record<RejectionReason, number>>;
  readonly length: number;
}

interface Entry<J> {
  job: J;
  /** Removes the entry from the queue. */
  resolve(reason: RejectionReason | null): void;
}

export function createFairQueue<J extends Job>({ perKey, total }: QueueLimits): FairQueue<J> {
  const rejected = { queue_full: 0, queue_timeout: 0, cancelled: 0 };
  /** In order of arrival. */
  const entries: Entry<J>[] = [];
  const schedule = createSchedule<J>();

  function add(job: J, resolve: (reason: RejectionReason | null) => void): void {
    const { timeoutMs, signal } = job;
    const timer = Number.isFinite(timeoutMs) ? setTimeout(() => entry.resolve("queue_timeout"), timeoutMs) : undefined;
    const onAbort = () => entry.resolve("cancelled");
    const entry: Entry<J> = {
      job,
      resolve(reason) {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        entries.splice(entries.indexOf(entry), 1);
        if (reason !== null) rejected[reason] += 1;
        resolve(reason);
      },
    };
    entries.push(entry);
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    else enforceLimits(job);
  }

  function enforceLimits({ key }: Job): void {
    const sameKey = entries.filter(({ job }) => job.key === key);
    if (sameKey.length > perKey) lastOf(sameKey).resolve("queue_full");
    else if (entries.length > total) lastOf(largestKey(entries)).resolve("queue_full");
  }

  return {
    rejected,
    get length() {
      return entries.length;
    },
    enqueue: (job) => new Promise((resolve) => add(job, resolve)),
    dequeue(isEligible) {
      const next = schedule.findNext(entries.filter(({ job }) => isEligible(job)));
      if (next === undefined) return null;
      next.resolve(null);
      return next.job;
    },
  };
}

/** The number of keys whose last turn is stored. It must exceed the number of keys that can be queued. */
const MAX_KEYS = 2_000;

/** Round-robin over the classes, and within a class over the keys of equal rank. */
function createSchedule<J extends Job>() {
  /** The turn in which each key was last served. */
  const lastTurns = new Map<string, number>();
  const lastTurn = (key: string): number => lastTurns.get(key) ?? 0;
  let turns = 0;
  let lastClass = CLASSES.length - 1;

  function recordTurn(key: string): void {
    lastTurns.delete(key);
    lastTurns.set(key, ++turns);
    if (lastTurns.size > MAX_KEYS) lastTurns.delete(lastTurns.keys().next().value!);
  }

  return {
    /** Starts with the class that follows the class served last. */
    findNext(eligible: readonly Entry<J>[]): Entry<J> | undefined {
      for (let step = 1; step <= CLASSES.length; step++) {
        const at = (lastClass + step) % CLASSES.length;
        const inClass = eligible.filter(({ job }) => job.jobClass === CLASSES[at]);
        const next = firstOf(inClass, lastTurn);
        if (next === undefined) continue;
        lastClass = at;
        recordTurn(next.job.key);
        return next;
      }
      return undefined;
    },
  };
}

/** The entry of lowest rank, then of the key that was served least recently, then the newest. @param entries in order of arrival */
function firstOf<J extends Job>(entries: readonly Entry<J>[], lastTurn: (key: string) => number): Entry<J> | undefined {
  let best: Entry<J> | undefined;
  for (const entry of entries) {
    const order =
      best === undefined ? 0 : entry.job.rank - best.job.rank || lastTurn(entry.job.key) - lastTurn(best.job.key);
    if (order <= 0) best = entry;
  }
  return best;
}

/** The entry of highest rank, then the oldest. @param entries in order of arrival, not empty */
function lastOf<J extends Job>(entries: readonly Entry<J>[]): Entry<J> {
  return entries.reduce((worst, entry) => (entry.job.rank > worst.job.rank ? entry : worst));
}

/** The entries of the keys with the most entries. @param entries not empty */
function largestKey<J extends Job>(entries: readonly Entry<J>[]): Entry<J>[] {
  const counts = new Map<string, number>();
  for (const { job } of entries) counts.set(job.key, (counts.get(job.key) ?? 0) + 1);
  const maximum = Math.max(...counts.values());
  return entries.filter(({ job }) => counts.get(job.key) === maximum);
}
