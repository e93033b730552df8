import type { Log } from "../../observe/log.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import type { AppDependencies } from "./dependencies.ts";

/**
 * Uninstalls archived apps from merchants that ArchiveApp missed because it was interrupted or an exchange ran concurrently. Several
 * processes may run it at the same time.
 */
export function startArchivedAppCleanup(
  { apps, log }: Pick<AppDependencies, "apps"> & { log: Log },
  everyMs: number,
): PeriodicJob {
  const work = async (signal: AbortSignal) => {
    for (const appId of await apps.listArchivedInstalled()) {
      if (signal.aborted) return;
      await apps.uninstallEverywhere(appId);
    }
  };
  return startPeriodicJob(work, { everyMs, log, failed: "archived apps were not uninstalled" });
}
