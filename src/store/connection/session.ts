import type pg from "pg";

/** PostgreSQL settings of a pool's connections, by name. Numbers are milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * For each connection through a pooler, the SQL that applies the settings to one transaction. A transaction pooler changes the server
 * session between transactions, and refuses settings in the startup message.
 */
const localSettings = new WeakMap<pg.ClientBase, string>();

/** SQL: true on a direct connection. A pooler sends clients a process id that is not that of the server session. */
export function isDirect(client: pg.ClientBase): string {
  const { processID } = client as unknown as { processID: number | null };
  return `(pg_backend_pid() = ${Number(processID)})`;
}

/** SQL: applies the settings to the session of a direct connection. */
export function setDirectly(client: pg.ClientBase, settings: SessionSettings): string {
  const each = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return `case when ${isDirect(client)} then ${each.join(" || ")} end`;
}

/** Applies the settings at the start of every transaction on this connection. */
export function setPerTransaction(client: pg.ClientBase, settings: SessionSettings): void {
  const each = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`);
  localSettings.set(client, each.join("; "));
}

/** True if a pooler is between this connection and the server. */
export function isPooled(client: pg.ClientBase): boolean {
  return localSettings.has(client);
}

/** SQL: begins a transaction with the settings of the connection. */
export function beginOn(client: pg.ClientBase, begin = "begin"): string {
  const local = localSettings.get(client);
  return local === undefined ? begin : `${begin}; ${local}`;
}

/** Applies the settings to transactions that other code begins on connections of this pool. */
export function beginWithSettings(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    if (!isPooled(client)) return;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, ...args: unknown[]) => {
      const begins = typeof text === "string" && /^(begin|start transaction)\b/.test(text);
      return query(begins ? beginOn(client, text) : text, ...args);
    }) as typeof client.query;
  });
}
