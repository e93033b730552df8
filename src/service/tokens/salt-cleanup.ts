import type { ErasedSalts } from "../../store/tokens/salts.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import type { TokenDependencies } from "./dependencies.ts";

/** The maximum number of rows erased in one transaction. */
const BATCH = 1000;
/** The maximum number of rows scanned in one transaction: some tenths of a second, even from disk. */
const SCAN_LIMIT = 20_000;

/**
 * Erases salts whose retry window is over, so that old tokens can never be derived again. Replicas may run it concurrently; each continues
 * from the recorded position.
 */
export function startSaltCleanup(
  { store, log, windows }: Pick<TokenDependencies, "store" | "log" | "windows">,
  everyMs: number,
): PeriodicJob {
  const window = Math.max(windows.confidential, windows.public);
  const erase = async (stopping: AbortSignal) => {
    let fromId: string | null = null;
    let leftId: string | null = null;
    for (let more = true; more && !stopping.aborted; ) {
      const erased: ErasedSalts = await store.eraseSalts({
        window,
        fromId,
        leftId,
        limit: BATCH,
        scanLimit: SCAN_LIMIT,
      });
      ({ nextId: fromId, leftId, hasMore: more } = erased);
    }
  };
  return startPeriodicJob(erase, { everyMs, log, failed: "could not erase salts whose retry window is over" });
}
