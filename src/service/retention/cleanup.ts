import type { Log } from "../../observe/log.ts";
import type { RetentionMetrics } from "../../observe/retention-metrics.ts";
import type { Management } from "../../store/connection/management.ts";
import { extendLease, type Lease, takeLease } from "../../store/retention/lease.ts";
import { partitionStatus } from "../../store/retention/partitions.ts";
import { listDue } from "../../store/retention/scan-positions.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import { maintainPartitions } from "./partitions.ts";
import { type Keep, openTables, TABLES, type TableRun } from "./tables.ts";

/** Longer than any batch takes, so an expired lease belongs to a run that has ended. */
const LEASE_SECONDS = 30;
/** The maximum duration of a run. The next run continues where it stopped. */
const RUN_MS = 60_000;

export interface RetentionDependencies {
  management: Pick<Management, "transactional" | "read">;
  log: Log;
  metrics: RetentionMetrics;
  keep: Keep;
}

export interface RetentionSchedule {
  everyMs: number;
  /** The pause of all processes after a complete run, in milliseconds. */
  restMs: number;
}

/**
 * Creates and drops partitions and removes expired rows: tokens, families, codes, audit events, sessions, invitations and counters. One
 * process runs at a time, in short transactions; the next run continues an interrupted one.
 */
export function startRetentionCleanup(
  deps: RetentionDependencies,
  { everyMs, restMs }: RetentionSchedule,
): PeriodicJob {
  const { management, log, metrics } = deps;
  const work = async (stopping: AbortSignal) => {
    const holder = await management.transactional(({ query }) => takeLease(query, LEASE_SECONDS));
    if (holder !== null) {
      const extend = () =>
        management.transactional(({ query }) => extendLease(query, { holder, seconds: LEASE_SECONDS }));
      await maintainPartitions(deps, async () => !stopping.aborted && (await extend()));
      const isComplete = await removeAll(deps, holder, stopping);
      const lease = { holder, seconds: isComplete ? restMs / 1_000 : 0 };
      await management.transactional(({ query }) => extendLease(query, lease));
    }
    const due = await management.read((_em, query) => listDue(query));
    for (const { table, dueFor } of due) if (TABLES.includes(table)) metrics.setOldest(table, dueFor);
    for (const { table, partitions, ahead } of await management.read((_em, query) => partitionStatus(query))) {
      metrics.setPartitions(table, { count: partitions.length, ahead });
    }
  };
  return startPeriodicJob(work, { everyMs, log, failed: "expired rows were not removed" });
}

/** Removes one batch of each table in turn, so that a large table does not delay small ones. True if no due rows are left. */
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

/**
 * Removes one batch and extends the lease in one transaction, so that a run that has lost its lease removes nothing. Null if the lease is
 * lost.
 */
async function removeBatch({ management, metrics }: RetentionDependencies, lease: Lease, run: TableRun) {
  const step = await management.transactional(async ({ query }) =>
    (await extendLease(query, lease)) ? run.remove(query) : null,
  );
  if (step !== null) metrics.removed(run.table, step.removed);
  return step;
}
