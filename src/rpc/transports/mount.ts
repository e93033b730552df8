import type { Dispatcher } from "./dispatcher.ts";
import type { ListenAddress } from "./listen.ts";

export interface ServerTransportOptions {
  dispatcher: Dispatcher;
  address: ListenAddress;
  /** Whether the process can serve now: the database answers and its schema fits. */
  isReady: () => Promise<boolean>;
}

/** A listener that serves. */
export interface ServerTransport {
  /** The port that it really listens on. */
  port: number;
  /** Takes no new calls, lets those under way finish for at most `graceMs`, then cuts them. */
  stop(graceMs: number): Promise<void>;
}
