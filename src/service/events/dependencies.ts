import type { Outbox } from "../../store/outbox/read.ts";

export interface EventDependencies {
  outbox: Outbox;
  /** Milliseconds between two reads of the outbox by a stream; default 500. */
  readEveryMs?: number;
  /** Milliseconds between the heartbeats of a stream; default 5,000. */
  heartbeatMs?: number;
}
