import type { Log } from "../../observe/log.ts";
import type { RetentionMetrics } from "../../observe/retention-metrics.ts";
import type { Management } from "../../store/connection/management.ts";
import { extendLease, type Lease, takeLease } from "../../store/retention/lease.ts";

import { listDue } from "../../store/retention/scan-positions.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

import { type Keep, openTables, type TableRun } from "./tables.ts";

/** Longer than any batch takes: a run that is silent for so long has ended. */
const LEASE_SECONDS = 30;
/** A run ends by then; the next one goes on where it stopped. */
const RUN_MS = 60_000;

export interface RetentionDependencies {
  management: Pick<Management, "transactional" | "read">;
  log: Log;
  metrics: RetentionMetrics;
  keep: Keep;
}

export interface RetentionPace {
  everyMs: number;
  /** How long no process begins another run after a complete one. */
  restMs: number;
}

/**
 * Removes expired rows: tokens, families, codes, audit events, sessions, invitations and counters. One run at a time across all processes, in
 * short transactions; a run that was interrupted is continued by the next.
 */
export function startRetentionSweep(deps: RetentionDependencies, { everyMs, restMs }: RetentionPace): PeriodicJob {
  const { management, log, metrics } = deps;
  const work = async (stopping: AbortSignal) => {
    const holder = await management.transactional(({ query }) => takeLease(query, LEASE_SECONDS));
    if (holder !== null) {
      const isComplete = await removeAll(deps, holder, stopping);
      const lease = { holder, seconds: isComplete ? restMs / 1_000 : 0 };
      await management.transactional(({ query }) => extendLease(query, lease));
    }
    const due = await management.read((_em, query) => listDue(query));
    for (const { table, dueFor } of due) metrics.setOldest(table, dueFor);
  };
  return startPeriodicJob(work, { everyMs, log, failed: "expired rows were not removed" });
}

/** One batch of each table in turn, so that a large table holds up no small one. True if nothing is left for now. */
async function removeAll(deps: RetentionDependencies, holder: string, stopping: AbortSignal): Promise<boolean> {
  const until = performance.now() + RUN_MS;
  let open = await deps.management.read((_em, query) => openTables(query, deps.keep));
  while (open.length > 0) {
    const rest: TableRun[] = [];
    for (const run of open) {
      if (stopping.aborted || performance.now() > until) return false;
      const removed = await removeBatch(deps, { holder, seconds: LEASE_SECONDS }, run);
      if (removed === null) return false;
      if (removed.next !== null) rest.push(removed.next);
    }
    open = rest;
  }
  return true;
}

/** The lease is locked with the batch, so that of two runs that both believe in theirs only one removes. Null: it was lost. */
async function removeBatch({ management, metrics }: RetentionDependencies, lease: Lease, run: TableRun) {
  const step = await management.transactional(async ({ query }) =>
    (await extendLease(query, lease)) ? run.remove(query) : null,
  );
  if (step !== null) metrics.removed(run.table, step.removed);
  return step;
}
