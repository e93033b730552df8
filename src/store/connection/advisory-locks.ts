import type { Query, Statement } from "./query.ts";

/** The keys of the advisory locks. A new key does not exclude the previous release, in which `bootstrap` had the key of `partitions`. */
export const LOCK_KEYS = { migrations: 7_243_901, partitions: 7_243_902, operators: 7_243_903, bootstrap: 7_243_904 };

const LOCK: Statement = { name: "lock-advisory", text: "select pg_advisory_xact_lock($1)" };

/** Waits for a lock, which is held until the end of the transaction. */
export async function lockUntilCommit(query: Query, lock: keyof typeof LOCK_KEYS): Promise<void> {
  await query(LOCK, [LOCK_KEYS[lock]]);
}
