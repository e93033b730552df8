import type { Log } from "../../observe/log.ts";
import type { EventCleanup } from "../../store/feed/feed-page.ts";
import type { OutboxCleanup } from "../../store/outbox/drop.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

/**
 * The number of newest events that are never deleted. It is twice the number that a reader keeps in memory, so that clients can resume
 * after a month without events.
 */
const KEEP = 20_000;
const DAY = 86_400;
/** The minimum time in seconds for which events of the feed are kept, so that operators can read the table. */
const KEEP_FOR = DAY;
/** The time in seconds for which events of the outbox are kept. */
const KEEP_OUTBOX_FOR = 30 * DAY;
const BATCH = 1_000;

interface EventCleanupDependencies {
  /** Deletes the oldest events of the revocation feed; returns how many. */
  drop(cleanup: EventCleanup): Promise<number>;
  /** Deletes the oldest events of the outbox; returns how many. */
  dropFromOutbox(cleanup: OutboxCleanup): Promise<number>;
  log: Log;
}

/** Starts the deletion of old events. Replicas may run it concurrently. */
export function startEventCleanup(
  { drop, dropFromOutbox, log }: EventCleanupDependencies,
  everyMs: number,
): PeriodicJob {
  const work = async (stopping: AbortSignal) => {
    const batches = [
      () => drop({ keep: KEEP, keepFor: KEEP_FOR, limit: BATCH }),
      () => dropFromOutbox({ keepFor: KEEP_OUTBOX_FOR, limit: BATCH }),
    ];
    for (const batch of batches) {
      for (let dropped = BATCH; dropped === BATCH && !stopping.aborted; ) dropped = await batch();
    }
  };
  return startPeriodicJob(work, { everyMs, log, failed: "could not delete old events" });
}
