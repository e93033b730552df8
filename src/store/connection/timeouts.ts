import type { SessionSettings } from "./session.ts";

/** The timeouts of a pool in milliseconds. */
export interface PoolTimeouts {
  /** The time to wait for a free connection; default 1,000. */
  acquireTimeoutMs?: number | undefined;
  /** The statement timeout, including lock waits; 0 disables it. By default, the pool's factor times `acquireTimeoutMs`. */
  statementTimeoutMs?: number | undefined;
}

/** The defaults that differ between the pools. */
export interface PoolDefaults {
  statementFactor: number;
  idleInTransactionMs: number;
}

export const TOKEN_POOL: PoolDefaults = { statementFactor: 3, idleInTransactionMs: 10_000 };
/** Longer than for token requests, because pages read more. */
export const MANAGEMENT_POOL: PoolDefaults = { statementFactor: 5, idleInTransactionMs: 15_000 };

const ACQUIRE_TIMEOUT_MS = 1_000;
/** The client's timeout is longer by this margin, so that the error of the server arrives first. */
const CLIENT_TIMEOUT_MARGIN_MS = 500;

/** The timeouts of a pool's driver, and the settings of its sessions. */
export function toTimeouts(timeouts: PoolTimeouts, { statementFactor, idleInTransactionMs }: PoolDefaults) {
  const { acquireTimeoutMs = ACQUIRE_TIMEOUT_MS, statementTimeoutMs = statementFactor * acquireTimeoutMs } = timeouts;
  const session: SessionSettings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  // The timeout of the client, for a server that hangs.
  const queryTimeoutMs = statementTimeoutMs === 0 ? 0 : statementTimeoutMs + CLIENT_TIMEOUT_MARGIN_MS;
  return { acquireTimeoutMs, queryTimeoutMs, session };
}
