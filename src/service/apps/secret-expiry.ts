import type { Log } from "../../observe/log.ts";
import { takeExpiringSecrets } from "../../store/apps/expiring-secrets.ts";
import type { Management } from "../../store/connection/management.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

/** Seconds before the end of a secret at which its app is notified: 14 days. A secret that ends sooner is announced at once. */
const ANNOUNCE_BEFORE = 14 * 86_400;
const BATCH = 100;

/** Writes `client_secret.expiring` once for each client secret that ends soon. Replicas may run it concurrently. */
export function startSecretExpiry(
  { management, log }: { management: Pick<Management, "transactional">; log: Log },
  everyMs: number,
): PeriodicJob {
  const work = async (stopping: AbortSignal) => {
    for (let count = BATCH; count === BATCH && !stopping.aborted; ) {
      count = await management.transactional(async (tx) => {
        const secrets = await takeExpiringSecrets(tx.query, ANNOUNCE_BEFORE, BATCH);
        for (const secret of secrets) tx.emit({ type: "client_secret.expiring", ...secret });
        return secrets.length;
      });
    }
  };
  return startPeriodicJob(work, { everyMs, log, failed: "expiring client secrets were not announced" });
}
