import { type Sweep, startSweep } from "../sweep.ts";
import type { TokenDependencies } from "./dependencies.ts";

/** Rows of one transaction. */
const BATCH = 1000;

/**
 * Erases, every so often, the salts of pairs that nobody came back for within the retry window, so that what is left in the database leads
 * to no token. Any number of replicas may do it at once.
 */
export function startSaltSweep(
  { store, log, windows }: Pick<TokenDependencies, "store" | "log" | "windows">,
  everyMs: number,
): Sweep {
  const window = Math.max(windows.confidential, windows.public);
  let fromId: string | null = null;
  const erase = async (stopping: AbortSignal) => {
    for (let full = true; full && !stopping.aborted; ) {
      const swept = await store.eraseSalts({ window, fromId, limit: BATCH });
      fromId = swept.nextId;
      full = swept.erased === BATCH;
    }
  };
  return startSweep(erase, { everyMs, log, failed: "salts that are due were not erased" });
}
