import type { Log } from "../../observe/log.ts";
import type { TokenStore } from "../../store/tokens/token-store.ts";
import { type PeriodicJob, startPeriodicJob } from "../periodic-job.ts";

const RETRY_MS = 1_000;
/**
 * The number of failed heartbeats after which the database counts as not writable. More than one, so that a single slow commit does not
 * take all replicas out of service.
 */
const FAILURES = 2;

export interface Heartbeat extends PeriodicJob {
  /** False after two failed heartbeats in a row, and while a heartbeat takes longer than two intervals; true after the next success. */
  isWriting(): boolean;
}

export interface HeartbeatParts {
  store: Pick<TokenStore, "beat">;
  log: Log;
  /** Called after each heartbeat that was written. */
  onBeat?: () => void;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * Records periodically that this replica can write; the first time within a second. A failed heartbeat is repeated after a second. A period
 * without a heartbeat of any replica is an outage, which retry windows do not count (`outageSince`).
 */
export function startHeartbeat(
  { store, log, onBeat, now = () => performance.now() }: HeartbeatParts,
  everyMs: number,
): Heartbeat {
  let writtenAt: number | null = null;
  let startedAt: number | null = null;
  let failures = 0;

  const succeed = (at: number) => {
    if (failures >= FAILURES) log.info("the database accepts writes again");
    failures = 0;
    writtenAt = at;
    onBeat?.();
  };

  const fail = (err: unknown) => {
    failures++;
    if (failures === 1) log.warn({ err }, "the service's heartbeat was not written");
    else if (failures === FAILURES) log.error({ err }, "not ready: the database accepts no writes");
  };

  const beat = async () => {
    const at = now();
    if (failures === 0 && writtenAt !== null && at - writtenAt < everyMs) return;
    startedAt = at;
    await store
      .beat()
      .then(() => succeed(at), fail)
      .finally(() => {
        startedAt = null;
      });
  };

  const job = startPeriodicJob(beat, { everyMs: Math.min(RETRY_MS, everyMs), log, failed: "the heartbeat failed" });
  return {
    ...job,
    isWriting: () => failures < FAILURES && (startedAt === null || now() - startedAt < 2 * everyMs),
  };
}
