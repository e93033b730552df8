import type { Dispatcher } from "./dispatcher.ts";
import type { ListenAddress } from "./listen.ts";

export interface ServerTransportOptions {
  dispatcher: Dispatcher;
  address: ListenAddress;
  /** Whether the process can serve: the database is reachable and its schema version fits. */
  isReady: () => Promise<boolean>;
}

/** A listening transport. */
export interface ServerTransport {
  /** The bound port. */
  port: number;
  /** Stops accepting calls, waits up to `graceMs` for pending calls, then closes their connections. */
  stop(graceMs: number): Promise<void>;
}
