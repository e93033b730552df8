import type { Log } from "../observe/log.ts";
import type { Management } from "../store/management.ts";
import { dropOld, KEPT } from "../store/retention.ts";
import { type Sweep, startSweep } from "./sweep.ts";

/** Rows of one transaction: few enough that none of them is locked for long. */
const BATCH = 500;

/**
 * Takes away, every so often, sessions, install tokens and invitations that ended so long ago that nobody asks for them any more. Any number of
 * replicas may do it at once.
 */
export function startRetentionSweep(
  { management, log }: { management: Pick<Management, "transactional">; log: Log },
  everyMs: number,
): Sweep {
  const dropAll = async (stopping: AbortSignal) => {
    for (const kept of KEPT) {
      for (let full = true; full && !stopping.aborted; ) {
        full = (await management.transactional(({ query }) => dropOld(query, kept, BATCH))) === BATCH;
      }
    }
  };
  return startSweep(dropAll, { everyMs, log, failed: "old sessions, install tokens and invitations were not dropped" });
}
