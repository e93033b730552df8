import { addFailures, type Count, type Counter, readFailures } from "../../store/accounts/failure-windows.ts";
import type { Management } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";

/** Failure counters that all replicas share. */
export interface FailureCounter {
  /** Adds one failure to each counter and returns the counts in the same order. */
  add(counters: readonly Counter[]): Promise<Count[]>;
  /** Returns the counts in the same order. */
  read(counters: readonly Counter[]): Promise<Count[]>;
}

type Batch = readonly (readonly Counter[])[];

/** Creates a counter whose concurrent requests share one statement, so that a flood uses one connection to add and one to read. */
export function createFailureCounter(management: Management): FailureCounter {
  return {
    add: batched((batch) => management.transactional(({ query }) => addBatch(query, batch))),
    read: batched((batch) => management.read((_em, query) => readBatch(query, batch))),
  };
}

interface Queued {
  counters: readonly Counter[];
  resolve(counts: Count[]): void;
  reject(error: unknown): void;
}

function batched(work: (batch: Batch) => Promise<Count[][]>): FailureCounter["add"] {
  let queue: Queued[] = [];
  let running = false;

  async function runBatches(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      await work(batch.map(({ counters }) => counters)).then(
        (counts) => batch.forEach(({ resolve }, at) => void resolve(counts[at]!)),
        (error) => batch.forEach(({ reject }) => void reject(error)),
      );
    }
    running = false;
  }

  return (counters) =>
    new Promise((resolve, reject) => {
      queue.push({ counters, resolve, reject });
      if (!running) void runBatches();
    });
}

async function readBatch(query: Query, batch: Batch): Promise<Count[][]> {
  const distinct = new Map(batch.flat().map((counter) => [counter.key, counter]));
  const counts = new Map((await readFailures(query, [...distinct.values()])).map((count) => [count.key, count]));
  return batch.map((counters) => counters.map(({ key }) => counts.get(key)!));
}

async function addBatch(query: Query, batch: Batch): Promise<Count[][]> {
  const added = new Map<string, Counter & { failures: number }>();
  for (const { key, window } of batch.flat()) {
    added.set(key, { key, window, failures: (added.get(key)?.failures ?? 0) + 1 });
  }
  const counts = new Map((await addFailures(query, [...added.values()])).map((count) => [count.key, count]));
  const before = new Map([...counts].map(([key, { failures }]) => [key, failures - added.get(key)!.failures]));
  return batch.map((counters) =>
    counters.map(({ key }) => {
      const failures = before.get(key)! + 1;
      before.set(key, failures);
      return { ...counts.get(key)!, failures };
    }),
  );
}
