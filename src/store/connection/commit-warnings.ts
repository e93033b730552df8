import type pg from "pg";
import { StorageError } from "../../observe/storage-error.ts";
import type { Statement } from "./query.ts";

/**
 * Changes no row, but its commit waits for the disk and the synchronous standby like a write: what the transaction has read is then as
 * durable as what it would have written.
 */
export const CONFIRM: Statement = {
  name: "confirm",
  text: "select pg_logical_emit_message(true, 'latchkey', '')",
};

const counts = new WeakMap<pg.ClientBase, number>();

/** Counts the warnings that the server sends on this connection. */
export function countWarnings(client: pg.ClientBase): void {
  counts.set(client, 0);
  client.on("notice", ({ code }) => {
    if (isWarning(code)) counts.set(client, warningsOn(client) + 1);
  });
}

/** Warnings received on a counted connection so far. */
export function warningsOn(client: pg.ClientBase): number {
  return counts.get(client) ?? 0;
}

/**
 * Throws if the server has warned since `before`. PostgreSQL reports a commit as done although its wait for the synchronous standby was
 * cancelled: it is then durable on the primary alone, and the warning is the only sign.
 * @throws StorageError of unknown outcome
 */
export function refuseWarningsSince(client: pg.ClientBase, before: number): void {
  if (warningsOn(client) !== before) throw warnedAtCommit();
}

/**
 * For pools of counted connections on which other code commits: a statement that ends outside of a transaction and with a warning is rejected, and its connection
 * closed.
 */
export function refuseCommitWarnings(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const before = warningsOn(client);
      const answer = query(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.then((result: unknown) => {
        if (warningsOn(client) === before || client.getTransactionStatus() !== "I") return result;
        void client.end();
        throw warnedAtCommit();
      });
    }) as typeof client.query;
  });
}

/** By SQLSTATE class, for the severity's name is translated: 01 is a warning, 25 a commit outside of a transaction. */
function isWarning(code: string | undefined): boolean {
  return code !== undefined && /^(01|25)/.test(code);
}

function warnedAtCommit(): StorageError {
  return new StorageError("the database warned at commit, so a standby may lack it", { outcome: "unknown" });
}
