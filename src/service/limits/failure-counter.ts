import { addFailures, type Count, type Counter, readFailures } from "../../store/accounts/failure-windows.ts";
import type { Management } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";

/** The counters that all replicas share. */
export interface FailureCounter {
  /** Counts one failure under each counter and tells, in the same order, which failure of its window it was. */
  add(counters: readonly Counter[]): Promise<Count[]>;
  /** Where each counter stands, in the same order, without counting. */
  read(counters: readonly Counter[]): Promise<Count[]>;
}

type Group = readonly (readonly Counter[])[];

/** Requests that wait at the same time share one statement, so that a flood takes one connection at a time for each of the two. */
export function createFailureCounter(management: Management): FailureCounter {
  return {
    add: inGroups((group) => management.transactional(({ query }) => addGroup(query, group))),
    read: inGroups((group) => management.read((_em, query) => readGroup(query, group))),
  };
}

interface Waiting {
  counters: readonly Counter[];
  resolve(counts: Count[]): void;
  reject(error: unknown): void;
}

function inGroups(work: (group: Group) => Promise<Count[][]>): FailureCounter["add"] {
  let waiting: Waiting[] = [];
  let working = false;

  async function workAll(): Promise<void> {
    working = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await work(group.map(({ counters }) => counters)).then(
        (counts) => group.forEach(({ resolve }, at) => void resolve(counts[at]!)),
        (error) => group.forEach(({ reject }) => void reject(error)),
      );
    }
    working = false;
  }

  return (counters) =>
    new Promise((resolve, reject) => {
      waiting.push({ counters, resolve, reject });
      if (!working) void workAll();
    });
}

async function readGroup(query: Query, group: Group): Promise<Count[][]> {
  const distinct = new Map(group.flat().map((counter) => [counter.key, counter]));
  const counts = new Map((await readFailures(query, [...distinct.values()])).map((count) => [count.key, count]));
  return group.map((counters) => counters.map(({ key }) => counts.get(key)!));
}

async function addGroup(query: Query, group: Group): Promise<Count[][]> {
  const added = new Map<string, Counter & { failures: number }>();
  for (const { key, window } of group.flat()) {
    added.set(key, { key, window, failures: (added.get(key)?.failures ?? 0) + 1 });
  }
  const counts = new Map((await addFailures(query, [...added.values()])).map((count) => [count.key, count]));
  const before = new Map([...counts].map(([key, { failures }]) => [key, failures - added.get(key)!.failures]));
  return group.map((counters) =>
    counters.map(({ key }) => {
      const failures = before.get(key)! + 1;
      before.set(key, failures);
      return { ...counts.get(key)!, failures };
    }),
  );
}
