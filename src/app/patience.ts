import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../observe/log.ts";

const WITHIN_MS = 60_000;
const AGAIN_MS = 1_000;

/** Does it again while it fails by an outage, for a minute at most; the last failure comes out as it is. */
export async function patiently<T>(
  { log, isOutage }: { log: Log; isOutage(error: unknown): boolean },
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + WITHIN_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || performance.now() > until) throw error;
      log.warn({ err: error }, "the database does not answer yet; trying again");
      await delay(AGAIN_MS);
    }
  }
}
