import { DatabaseClient } from "../connection/client.ts";
import { requireVersion, toSetupError } from "../connection/setup-error.ts";

const TIMEOUT_MS = 10_000;
/** TCP keep-alive notices the loss of the server during a statement that may take hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Opens a connection for changes of the schema, without a statement timeout.
 * @throws StartupError for an unusable database
 */
export async function connect(url: string): Promise<DatabaseClient> {
  const client = await open(url, { connectionTimeoutMillis: TIMEOUT_MS, ...KEEP_ALIVE });
  await client.query("set statement_timeout = 0");
  return client;
}

/**
 * Runs `read` on a connection of its own. Connecting and each statement take `timeoutMs` at most.
 * @throws StartupError for an unusable database
 */
export async function readSchema<T>(
  url: string,
  read: (client: DatabaseClient) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const client = await open(url, { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  try {
    return await read(client);
  } catch (error) {
    throw toTimeout(error, timeoutMs) ?? error;
  } finally {
    await client.end();
  }
}

type OpenOptions = ConstructorParameters<typeof DatabaseClient>[0] & { connectionTimeoutMillis: number };

async function open(url: string, options: OpenOptions): Promise<DatabaseClient> {
  const client = new DatabaseClient({ connectionString: url, application_name: "latchkey migrate", ...options });
  try {
    await client.connect();
    const { rows } = await client.query("show server_version_num");
    requireVersion(Number(rows[0].server_version_num));
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw toSetupError(error) ?? toTimeout(error, options.connectionTimeoutMillis) ?? error;
  }
}

/** node-postgres reports its timeouts by these messages only. */
const TIMEOUTS: Readonly<Record<string, string>> = {
  "timeout expired": "no connection",
  "Query read timeout": "no answer",
};

/** Converts a timeout of node-postgres to an error with a code, like those of sockets; null for other errors. */
function toTimeout(error: unknown, afterMs: number): Error | null {
  const what = error instanceof Error ? TIMEOUTS[error.message] : undefined;
  if (what === undefined) return null;
  return Object.assign(new Error(`${what} within ${afterMs / 1_000} s`), { code: "ETIMEDOUT" });
}
