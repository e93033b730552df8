/**
 * How long the database may take in tests that are not about that. The service's own bounds are a second for a connection and a few for a
 * statement: a busy machine fails them now and then, and is refused with a fault that is none of the code under test.
 */
const LONG_MS = 15_000;

/** Of the whole service. */
export const PATIENT_SETTINGS = { DATABASE_TIMEOUT: `${LONG_MS / 1_000}` } as const;

/** Of the whole service as it is shipped: an empty setting is an absent one. */
export const SHIPPED_SETTINGS = { DATABASE_TIMEOUT: "" } as const;

/** Of `createConnectionPools` and of `createOrm`. */
export const PATIENT_POOL = { acquireTimeoutMs: LONG_MS, statementTimeoutMs: LONG_MS } as const;

/** Of `createTokenStore`. */
export const PATIENT_STORE = { limits: { queueTimeoutMs: LONG_MS }, retryIndividuallyMs: LONG_MS } as const;
