import type pg from "pg";
import { StorageError } from "../../observe/storage-error.ts";
import type { Statement } from "./query.ts";

/**
 * Changes no row, but makes the commit wait for the disk and the synchronous standby, as a write does. After the commit, the rows that the
 * transaction has read are durable.
 */
export const CONFIRM: Statement = {
  name: "confirm",
  text: "select pg_logical_emit_message(true, 'latchkey', '')",
};

const counts = new WeakMap<pg.ClientBase, number>();

/** Counts the server's warnings on this connection. */
export function countWarnings(client: pg.ClientBase): void {
  counts.set(client, 0);
  client.on("notice", ({ code }) => {
    if (isWarning(code)) counts.set(client, warningsOn(client) + 1);
  });
}

/** The number of warnings on a counted connection. */
export function warningsOn(client: pg.ClientBase): number {
  return counts.get(client) ?? 0;
}

/**
 * Fails if the server has warned since `before`. If a commit's wait for the synchronous standby is cancelled, PostgreSQL reports success
 * and a warning, and the commit is durable on the primary only.
 * @throws StorageError of unknown outcome
 */
export function refuseWarningsSince(client: pg.ClientBase, before: number): void {
  if (warningsOn(client) !== before) throw warnedAtCommit();
}

/**
 * Applies the check to a pool on which MikroORM commits: rejects a statement that ends a transaction with a warning, and closes its
 * connection.
 */
export function refuseCommitWarnings(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const before = warningsOn(client);
      const result = query(...args);
      if (!(result instanceof Promise)) return result;
      return result.then((value: unknown) => {
        if (warningsOn(client) === before || client.getTransactionStatus() !== "I") return value;
        void client.end();
        throw warnedAtCommit();
      });
    }) as typeof client.query;
  });
}

/** Checks the SQLSTATE class, because severity names are localized: 01 is a warning, 25 a commit outside of a transaction. */
function isWarning(code: string | undefined): boolean {
  return code !== undefined && /^(01|25)/.test(code);
}

function warnedAtCommit(): StorageError {
  return new StorageError("the database warned at commit, so a standby may lack it", { outcome: "unknown" });
}
