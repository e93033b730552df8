import type { Log } from "../../observe/log.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import type { AppDependencies } from "./dependencies.ts";

/**
 * Notes, every so often, the end of archived apps in installations that do not say it yet: the archive was interrupted, or an exchange was
 * under way with it. Any number of replicas may do it at once.
 */
export function startArchiveSweep(
  { apps, log }: Pick<AppDependencies, "apps"> & { log: Log },
  everyMs: number,
): PeriodicJob {
  const end = async (stopping: AbortSignal) => {
    for (const appId of await apps.listUnended()) {
      if (stopping.aborted) return;
      await apps.endInstallations(appId);
    }
  };
  return startPeriodicJob(end, { everyMs, log, failed: "ends of archived apps were not noted" });
}
