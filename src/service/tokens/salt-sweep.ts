import type { TokenDependencies } from "./dependencies.ts";

export interface SaltSweep {
  /** Erases what is due now. */
  run(): Promise<void>;
  stop(): void;
}

/** Rows of one transaction. */
const BATCH = 1000;

/**
 * Erases, every so often, the salts of pairs that nobody came back for within the retry window, so that what is left in the database leads
 * to no token. Any number of replicas may do it at once.
 */
export function startSaltSweep(
  { store, log, windows }: Pick<TokenDependencies, "store" | "log" | "windows">,
  everyMs: number,
): SaltSweep {
  const window = Math.max(windows.confidential, windows.public);
  let fromId: string | null = null;
  let stopped = false;

  async function run(): Promise<void> {
    for (let full = true; full && !stopped; ) {
      const swept = await store.eraseSalts({ window, fromId, limit: BATCH });
      fromId = swept.nextId;
      full = swept.erased === BATCH;
    }
  }

  const timer = setInterval(() => {
    run().catch((error) => log.warn({ err: error }, "salts that are due were not erased"));
  }, everyMs);
  timer.unref();
  return {
    run,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
