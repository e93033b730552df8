import pg from "pg";
import { DatabaseClient } from "./client.ts";
import { openConnection } from "./primary.ts";

export interface PoolConfig {
  /** A PostgreSQL connection URL; a pooler that prepares statements per transaction may stand between. */
  url: string;
  /** Connections at most, the reserved ones included. */
  size: number;
  /** Of them, those that only revoke, introspect and the feed may use. */
  reserved: number;
  /** Milliseconds to wait for a free connection; default 1000. */
  acquireTimeoutMs?: number;
  /** Milliseconds for one statement, lock waits included; default three times `acquireTimeoutMs`. */
  statementTimeoutMs?: number;
}

/** Where a transaction gets its connection from. */
export interface ConnectionPool {
  acquire(): Promise<pg.PoolClient>;
}

export interface ConnectionPools {
  ordinary: ConnectionPool;
  /** Has connections that no flood of token requests can take: an end must get through when nothing else does. */
  reserved: ConnectionPool;
  end(): Promise<void>;
}

/** Opens the pools of the token statements. They connect when first asked. */
export function createConnectionPools(config: PoolConfig): ConnectionPools {
  const ordinary = createPool(config, Math.max(1, config.size - config.reserved));
  const reserved = createPool(config, Math.max(1, config.reserved));
  return {
    ordinary: { acquire: () => ordinary.connect() },
    reserved: { acquire: () => (hasRoom(ordinary) ? ordinary : reserved).connect() },
    async end() {
      await Promise.all([ordinary.end(), reserved.end()]);
    },
  };
}

/** The reserve is left alone while there is room elsewhere. */
function hasRoom(pool: pg.Pool): boolean {
  return pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < pool.options.max);
}

/**
 * SQL: a statement is planned once for each connection. Those of tokens reach up to eight tables by their keys, which takes a tenth of the time that
 * planning it takes, and for fewer values than the ten that PostgreSQL guesses it would plan anew each time. A plan that was made while the
 * tables were small has to be right when they have grown, so none reads a table from end to end.
 */
const PLAN_ONCE = "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off";

function createPool(config: PoolConfig, max: number): pg.Pool {
  const { acquireTimeoutMs = 1_000, statementTimeoutMs = 3 * acquireTimeoutMs } = config;
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString: config.url,
    max,
    connectionTimeoutMillis: acquireTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // Where the server itself is stuck, its own timeout never fires.
    query_timeout: statementTimeoutMs + 500,
    idle_in_transaction_session_timeout: 10_000,
    application_name: "latchkey tokens",
    keepAlive: true,
    // Statements that wait for nothing of each other's are sent together: begin and lock; writes and commit.
    pipeline: true,
    onConnect: openConnection,
  });
  // A connection dropped by the server is an `error` event; without a listener it would end the process. Whoever uses it sees the failure.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    // Sent before whatever the connection was opened for, which does not wait for it. Where it is refused, all is slower and nothing else.
    client.query(PLAN_ONCE).catch(() => {});
  });
  return pool;
}
