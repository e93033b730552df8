import type { Log } from "../../observe/log.ts";
import type { EventCleanup } from "../../store/feed/feed-page.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

/** Twice the events that a reader keeps in memory, so that clients can resume after a quiet month. */
const KEEP = 20_000;
/** Seconds that events are kept at least, so that operators can read the table. */
const KEEP_FOR = 86_400;
const BATCH = 1_000;

interface EventCleanupDependencies {
  /** Deletes the oldest events; returns how many. */
  drop(cleanup: EventCleanup): Promise<number>;
  log: Log;
}

/** Deletes old events. Replicas may run it concurrently. */
export function startEventCleanup({ drop, log }: EventCleanupDependencies, everyMs: number): PeriodicJob {
  const work = async (stopping: AbortSignal) => {
    for (let dropped = BATCH; dropped === BATCH && !stopping.aborted; ) {
      dropped = await drop({ keep: KEEP, keepFor: KEEP_FOR, limit: BATCH });
    }
  };
  return startPeriodicJob(work, { everyMs, log, failed: "could not delete old events of the feed" });
}
