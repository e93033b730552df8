import type { Log } from "../../observe/log.ts";
import type { TokenStore } from "../../store/tokens/token-store.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

/** Records periodically that this replica can write. A time without heartbeats of any replica is an outage, which retry windows do not count (`outageSince`). */
export function startHeartbeat(
  { store, log, onBeat }: { store: Pick<TokenStore, "beat">; log: Log; onBeat?: () => void },
  everyMs: number,
): PeriodicJob {
  return startPeriodicJob(() => store.beat().then(onBeat), {
    everyMs,
    log,
    failed: "the service's heartbeat was not written",
  });
}
