import { addFailures, type Count, type Counter, readFailures } from "../../store/failure-windows.ts";
import type { Management } from "../../store/management.ts";

/** The counters that all replicas share. */
export interface FailureCounter {
  /** Counts one failure under each counter and tells, in the same order, which failure of its window it was. */
  add(counters: readonly Counter[]): Promise<Count[]>;
  /** Where each counter stands, in the same order, without counting. */
  read(counters: readonly Counter[]): Promise<Count[]>;
}

interface Waiting {
  counters: readonly Counter[];
  resolve(counts: Count[]): void;
  reject(error: unknown): void;
}

/**
 * Failures that wait at the same time are written in one statement, so that a flood of them takes one connection and one commit at a time,
 * and each still learns its own place.
 */
export function createFailureCounter(management: Management): FailureCounter {
  let waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await addGroup(management, group).catch((error) => {
        for (const { reject } of group) reject(error);
      });
    }
    writing = false;
  }

  return {
    add: (counters) =>
      new Promise((resolve, reject) => {
        waiting.push({ counters, resolve, reject });
        if (!writing) void write();
      }),
    async read(counters) {
      const counts = await management.read((_em, query) => readFailures(query, counters));
      return counters.map(({ key }) => counts.find((count) => count.key === key)!);
    },
  };
}

async function addGroup(management: Management, group: readonly Waiting[]): Promise<void> {
  const added = new Map<string, Counter & { failures: number }>();
  for (const { key, window } of group.flatMap(({ counters }) => counters)) {
    added.set(key, { key, window, failures: (added.get(key)?.failures ?? 0) + 1 });
  }
  const counts = await management.transactional(({ query }) => addFailures(query, [...added.values()]));
  const before = new Map(counts.map((count) => [count.key, count.failures - added.get(count.key)!.failures]));
  for (const { counters, resolve } of group) {
    resolve(
      counters.map(({ key }) => {
        const failures = before.get(key)! + 1;
        before.set(key, failures);
        return { ...counts.find((count) => count.key === key)!, failures };
      }),
    );
  }
}
