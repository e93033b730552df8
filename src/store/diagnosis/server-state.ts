import type { Query, Statement } from "../connection/query.ts";

/** The state and the settings of the server, as a connection with the role of `DATABASE_URL` sees them. */
export interface ServerState {
  standby: boolean;
  /** True if transactions of this role are read-only. */
  readOnly: boolean;
  fsync: boolean;
  fullPageWrites: boolean;
  synchronousCommit: string;
  synchronousStandbyNames: string;
  /** The number of connections that roles without special rights can open. */
  maxConnections: number;
  /** The number of connections of the feed: one for each running core process. */
  coreProcesses: number;
  /** The used share of the server's notification queue, from 0 to 1. When the queue is full, commits with a notification fail. */
  notificationQueue: number;
  /** Identifies the database and the current run of the server. */
  identity: string;
  /** The database's clock in seconds since 1970. */
  now: number;
}

const READ: Statement = {
  name: "read-server-state",
  text: `
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly",
      current_setting('fsync') = 'on' as fsync, current_setting('full_page_writes') = 'on' as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('synchronous_standby_names') as "synchronousStandbyNames",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as "maxConnections",
      (select count(*)::int from pg_stat_activity where application_name = 'latchkey feed' and datname = current_database())
        as "coreProcesses",
      pg_notification_queue_usage() as "notificationQueue",
      extract(epoch from pg_postmaster_start_time()) || ' ' || (select oid from pg_database where datname = current_database())
        as identity,
      extract(epoch from clock_timestamp())::float8 as now`,
};

export async function readServerState(query: Query): Promise<ServerState> {
  const [state] = await query<ServerState>(READ, []);
  return state!;
}
