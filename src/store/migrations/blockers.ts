import type { DatabaseClient } from "../connection/client.ts";

/** A session that holds a lock for which a migration waits. */
export interface Blocker {
  pid: number;
  /** The `application_name`; for autovacuum, the type of the process. */
  application: string;
  /** Seconds since its transaction began; null if the role of the migration may not see it. */
  openSeconds: number | null;
}

const BLOCKERS = `
  select a.pid, coalesce(nullif(a.application_name, ''), a.backend_type, 'unknown') as application,
    floor(extract(epoch from clock_timestamp() - a.xact_start))::int as "openSeconds"
  from unnest(pg_blocking_pids($1)) as b(pid) join pg_stat_activity a on a.pid = b.pid order by a.xact_start`;

/** The sessions that the session `pid` waits for, oldest transaction first. */
export async function findBlockers(observer: DatabaseClient, pid: number): Promise<Blocker[]> {
  return (await observer.query<Blocker>(BLOCKERS, [pid])).rows;
}

/** Describes the sessions in a phrase such as "pid 123 (psql, transaction open for 8 s)". */
export function describeBlockers(blockers: readonly Blocker[]): string {
  return blockers.length === 0 ? "another session" : blockers.map(describe).join(", ");
}

function describe({ pid, application, openSeconds }: Blocker): string {
  const open = openSeconds === null ? "" : `, transaction open for ${openSeconds} s`;
  return `pid ${pid} (${application}${open})`;
}
