import { randomBytes } from "node:crypto";
import type pg from "pg";
import { DatabaseClient } from "./client.ts";
import { setupError } from "./setup-error.ts";

/**
 * The mode of the pooler between a connection and the server. In `transaction` mode, the transactions of one client may run in different
 * server sessions.
 */
export type PoolerMode = "none" | "session" | "transaction";

/**
 * The number of attempts to see the server session change. In each, another client may take the server connection that the second client
 * should get.
 */
const ATTEMPTS = 5;

/**
 * Finds out by experiment which mode of pooler the URL leads to, and whether prepared statements work through the pooler.
 * @param timeoutMs for each connection and statement, in milliseconds
 * @throws StartupError for a pooler that loses prepared statements or allows no transactions
 */
export async function inspectPooler(url: string, timeoutMs: number): Promise<PoolerMode> {
  const options = { connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const clients = [new DatabaseClient(options), new DatabaseClient(options)] as const;
  const [first, second] = clients;
  try {
    await first.connect();
    const { processID } = first as unknown as { processID: number };
    if ((await readBackend(first)) === processID) return "none";
    await second.connect();
    return await provokeSessionChange(first, second);
  } catch (error) {
    throw toPoolerError(error) ?? error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

const SESSION_TIMEOUT_MS = 10_000;

/** @throws StartupError if the URL leads to a transaction pooler, which passes locks of a session to other clients */
export async function requireSession(url: string): Promise<void> {
  if ((await inspectPooler(url, SESSION_TIMEOUT_MS)) !== "transaction") return;
  throw setupError("is behind a pooler in transaction mode, which migrations cannot use: set DATABASE_DIRECT_URL");
}

/**
 * Makes the second client hold the server connection that the first has just used, so that a transaction pooler gives the first client
 * another one.
 */
async function provokeSessionChange(first: pg.Client, second: pg.Client): Promise<"session" | "transaction"> {
  const name = `latchkey_${randomBytes(8).toString("hex")}`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await readBackend(first, name);
    await second.query("begin");
    await readBackend(second);
    const after = await readBackend(first, name);
    await second.query("rollback");
    if (before !== after) return "transaction";
  }
  return "session";
}

/** The process id of the server session, read with a prepared statement if `name` is given. */
async function readBackend(client: pg.Client, name?: string): Promise<number> {
  const { rows } = await client.query({ name, text: "select pg_backend_pid() as pid" });
  return rows[0].pid;
}

/** SQLSTATE 26000: no such prepared statement. */
const LOST_STATEMENT = "26000";

function toPoolerError(error: unknown): Error | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && error.code === LOST_STATEMENT) {
    const fix = "use PgBouncer 1.21 or newer with max_prepared_statements above 0, or pool_mode = session";
    return setupError(`is behind a pooler that loses prepared statements between transactions: ${fix}`, error);
  }
  if (/statement pooling mode/.test(error.message)) {
    return setupError("is behind a pooler in statement mode: set pool_mode = transaction in PgBouncer", error);
  }
  return null;
}
