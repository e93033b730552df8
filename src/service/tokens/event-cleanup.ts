import type { Log } from "../../observe/log.ts";
import type { EventCleanup } from "../../store/feed/feed-page.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

/** Twice what a reader keeps in memory: after a quiet month its clients still go on where they were. */
const KEEP = 20_000;
/** A day, in seconds, for whoever asks the table what happened. */
const KEEP_FOR = 86_400;
const BATCH = 1_000;

interface EventSweepDependencies {
  /** Deletes the oldest events; gives how many. */
  drop(cleanup: EventCleanup): Promise<number>;
  log: Log;
}

/** Deletes, every so often, the events that nobody goes on from any more. Any number of replicas may do it at once. */
export function startEventSweep({ drop, log }: EventSweepDependencies, everyMs: number): PeriodicJob {
  const work = async (stopping: AbortSignal) => {
    for (let dropped = BATCH; dropped === BATCH && !stopping.aborted; ) {
      dropped = await drop({ keep: KEEP, keepFor: KEEP_FOR, limit: BATCH });
    }
  };
  return startPeriodicJob(work, { everyMs, log, failed: "old events of the feed were not dropped" });
}
