import { storedSkeletonsOf } from "../../model/name-skeletons.ts";
import type { Log } from "../../observe/log.ts";
import {
  lockOutdatedSkeletons,
  NAMED_TABLES,
  type NamedTable,
  storeSkeletons,
} from "../../store/apps/name-skeletons.ts";
import type { Management } from "../../store/connection/management.ts";
import { FIRST_ID } from "../../store/connection/uuid-range.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

interface SkeletonDependencies {
  management: Pick<Management, "transactional">;
  log: Log;
}

/** The number of names per transaction, which keeps their rows locked. */
const BATCH = 100;

/** Stores the skeletons of names that the previous release has written. Replicas may run it concurrently. */
export function startNameSkeletons({ management, log }: SkeletonDependencies, everyMs: number): PeriodicJob {
  const work = async (stopping: AbortSignal) => {
    for (const table of NAMED_TABLES) {
      let afterId: string | null = FIRST_ID;
      while (afterId !== null && !stopping.aborted) afterId = await storeBatch(management, table, afterId);
    }
  };
  return startPeriodicJob(work, { everyMs, log, failed: "could not store the skeletons of names" });
}

/** Returns the id after which the next batch begins; null after the last one. */
function storeBatch(
  { transactional }: SkeletonDependencies["management"],
  table: NamedTable,
  afterId: string,
): Promise<string | null> {
  return transactional(async ({ query }) => {
    const outdated = await lockOutdatedSkeletons(query, table, { afterId, limit: BATCH });
    const names = outdated.map((row) => ({ ...row, skeletons: storedSkeletonsOf(row.name) }));
    if (names.length > 0) await storeSkeletons(query, table, names);
    return names.length < BATCH ? null : names.at(-1)!.id;
  });
}
