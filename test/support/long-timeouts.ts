/**
 * Timeouts for tests that are not about timeouts. With the defaults (one second for a connection, three for a statement), a busy machine
 * fails them at random.
 */
const LONG_MS = 15_000;

/** Settings of a service with long database timeouts. */
export const LONG_TIMEOUT_SETTINGS = { DATABASE_TIMEOUT: `${LONG_MS / 1_000}` } as const;

/** Settings of a service with the default timeouts: an empty setting counts as absent. */
export const DEFAULT_TIMEOUT_SETTINGS = { DATABASE_TIMEOUT: "" } as const;

/** Options of `createConnectionPools` and `createOrm` with long timeouts. */
export const LONG_TIMEOUT_POOL = { acquireTimeoutMs: LONG_MS, statementTimeoutMs: LONG_MS } as const;

/** Options of `createTokenStore` with long timeouts. */
export const LONG_TIMEOUT_STORE = { limits: { queueTimeoutMs: LONG_MS }, retryIndividuallyMs: LONG_MS } as const;
