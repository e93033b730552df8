import type pg from "pg";
import { StorageError } from "../../observe/storage-error.ts";
import { countWarnings } from "./commit-warnings.ts";
import type { Query, Statement } from "./query.ts";
import { isDirect, type SessionSettings, setDirectly, setPerTransaction } from "./session.ts";

/** SQL: true on a standby, whose rows may be older than the primary's. */
export const IS_STANDBY = "pg_is_in_recovery()";

// Makes the server send warnings to the client, even if role or server are configured otherwise.
const WARN: SessionSettings = { client_min_messages: "warning" };

/**
 * Returns a hook that prepares a new connection of a pool with one statement. PostgreSQL closes connections when a server's role changes,
 * so one check per direct connection suffices. Introspection checks each time, because a pooler may switch servers.
 * @returns the hook, which throws a StorageError on a standby
 */
export function openConnection(settings: SessionSettings): (client: pg.ClientBase) => Promise<void> {
  const all = { ...WARN, ...settings };
  return async (client) => {
    countWarnings(client);
    const { rows } = await client.query(
      `select ${IS_STANDBY} as standby, ${isDirect(client)} as direct, ${setDirectly(client, all)}`,
    );
    refuseStandby(rows[0]);
    if (!rows[0].direct) setPerTransaction(client, all);
  };
}

const READ: Statement = { name: "is-standby", text: `select ${IS_STANDBY} as standby` };

/** @throws StorageError if the database is a standby or does not answer */
export async function requirePrimary(query: Query): Promise<void> {
  const [row] = await query<{ standby: boolean }>(READ, []);
  refuseStandby(row);
}

/** @throws StorageError if the row was read on a standby */
export function refuseStandby(row: { standby: boolean } | undefined): void {
  if (row?.standby === true) throw new StorageError("the database is a standby, and its answers may be outdated");
}
