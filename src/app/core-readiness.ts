import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../observe/log.ts";

const POLL_MS = 1_000;

export interface CoreReadiness {
  /** The core's gRPC port. */
  url: string;
  isServing: () => Promise<boolean>;
  log: Log;
  signal: AbortSignal;
  /** Milliseconds between two checks. */
  pollMs?: number;
}

/** If the core does not serve when a gateway starts, logs this, and logs again when the core serves. Ends then, or when `signal` aborts. */
export async function logUntilServing({ url, isServing, log, signal, pollMs = POLL_MS }: CoreReadiness): Promise<void> {
  try {
    if (await isServing()) return;
    if (!signal.aborted) log.warn({ core: url }, "the core of CORE_URL is not ready; requests get 503 until it is");
    do await sleep(pollMs, undefined, { signal, ref: false });
    while (!(await isServing()));
    log.info({ core: url }, "the core is ready");
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
