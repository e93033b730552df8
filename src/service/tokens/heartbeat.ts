import type { Log } from "../../observe/log.ts";
import type { TokenStore } from "../../store/tokens/token-store.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

/**
 * Notes every so often that this replica can write. Where no replica could, the silence is an outage, and retry windows do not count it
 * (`outageSince`).
 */
export function startHeartbeat(
  { store, log }: { store: Pick<TokenStore, "beat">; log: Log },
  everyMs: number,
): PeriodicJob {
  return startPeriodicJob(() => store.beat(), { everyMs, log, failed: "the service's heartbeat was not written" });
}
