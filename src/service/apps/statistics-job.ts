import type { Log } from "../../observe/log.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

/** Days for which counts are kept: a year, and the longest period of the dashboard to compare with. */
const KEEP_DAYS = 460;
const BATCH = 10_000;

interface StatisticsDependencies {
  /** Counts the next events of the outbox; returns how many it read. */
  countEvents(limit: number): Promise<number>;
  /** Counts the installations of the apps in the next events; returns how many events it read. */
  countInstallations(limit: number): Promise<number>;
  /** Deletes old counts of apps; returns how many. */
  dropOld(options: { keepDays: number; limit: number }): Promise<number>;
  /** Deletes old counts of the platform; returns how many. */
  dropOldPlatform(options: { keepDays: number; limit: number }): Promise<number>;
  log: Log;
}

/**
 * Counts from the outbox the installs, uninstalls and detected reuses per app and day, and the installations per app. Deletes old counts.
 * Replicas may run the job concurrently.
 */
export function startStatisticsJob(
  { countEvents, countInstallations, dropOld, dropOldPlatform, log }: StatisticsDependencies,
  everyMs: number,
): PeriodicJob {
  const work = async (stopping: AbortSignal) => {
    const steps = [
      () => countEvents(BATCH),
      () => countInstallations(BATCH),
      () => dropOld({ keepDays: KEEP_DAYS, limit: BATCH }),
      () => dropOldPlatform({ keepDays: KEEP_DAYS, limit: BATCH }),
    ];
    for (const batch of steps) {
      for (let count = BATCH; count === BATCH && !stopping.aborted; ) count = await batch();
    }
  };
  return startPeriodicJob(work, { everyMs, log, failed: "could not count the events of apps" });
}
