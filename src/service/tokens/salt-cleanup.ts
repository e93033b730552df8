import type { Swept } from "../../store/tokens/salts.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";
import type { TokenDependencies } from "./dependencies.ts";

/** Rows of one transaction. */
const BATCH = 1000;
/** Rows of one transaction that are looked at: some tenths of a second, also where they have to be read from a disk. */
const LOOKS = 20_000;

/**
 * Erases, every so often, the salts of pairs that nobody came back for within the retry window, so that what is left in the database leads
 * to no token. Any number of replicas may do it at once; each goes on where the last one ended, also after a start.
 */
export function startSaltSweep(
  { store, log, windows }: Pick<TokenDependencies, "store" | "log" | "windows">,
  everyMs: number,
): PeriodicJob {
  const window = Math.max(windows.confidential, windows.public);
  const erase = async (stopping: AbortSignal) => {
    let fromId: string | null = null;
    let leftId: string | null = null;
    for (let more = true; more && !stopping.aborted; ) {
      const swept: Swept = await store.eraseSalts({ window, fromId, leftId, limit: BATCH, looks: LOOKS });
      ({ nextId: fromId, leftId, hasMore: more } = swept);
    }
  };
  return startPeriodicJob(erase, { everyMs, log, failed: "salts that are due were not erased" });
}
