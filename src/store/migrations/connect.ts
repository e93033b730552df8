import { DatabaseClient } from "../connection/client.ts";
import { requireVersion, toTlsSetupError } from "../connection/setup-error.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a connection for changes of the schema, without a statement timeout.
 * @throws StartupError for an unusable database
 */
export async function connect(url: string, connectionTimeoutMillis = CONNECT_TIMEOUT_MS): Promise<DatabaseClient> {
  const application_name = "latchkey migrate";
  const client = new DatabaseClient({ connectionString: url, application_name, connectionTimeoutMillis });
  try {
    await client.connect();
    const { rows } = await client.query("show server_version_num");
    requireVersion(Number(rows[0].server_version_num));
    await client.query("set statement_timeout = 0");
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw toTlsSetupError(error) ?? toTimeout(error, connectionTimeoutMillis) ?? error;
  }
}

/** Adds a code, as socket errors have: node-postgres reports its timeout by this message only. */
function toTimeout(error: unknown, afterMs: number): Error | null {
  if (!(error instanceof Error) || error.message !== "timeout expired") return null;
  return Object.assign(new Error(`no connection within ${afterMs / 1_000} s`), { code: "ETIMEDOUT" });
}
