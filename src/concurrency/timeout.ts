import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../observe/log.ts";

const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** Does it again while it fails by an outage, later and later, for a minute at most; the last failure comes out as it is. */
export async function patiently<T>(
  { log, isOutage }: { log: Log; isOutage(error: unknown): boolean },
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + WITHIN_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || performance.now() > until) throw error;
      log.warn({ why: whyOf(error), againInMs: pauseMs }, "the database does not answer yet; trying again");
      await delay(pauseMs);
    }
  }
}

/** In one line; of an address that stands for several, each attempt has an error of its own. */
function whyOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(whyOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
