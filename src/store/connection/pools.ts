import pg from "pg";
import type { PoolStats } from "../../observe/pool-metrics.ts";
import { DatabaseClient } from "./client.ts";
import { openConnection } from "./primary.ts";
import type { SessionSettings } from "./session.ts";

export interface PoolConfig {
  /** A PostgreSQL connection URL, directly or through a transaction pooler with prepared statements. */
  url: string;
  /** The maximum number of connections, including the reserved ones. */
  size: number;
  /** Connections reserved for revoke, introspect and the feed. */
  reserved: number;
  /** Milliseconds to wait for a free connection; default 1000. */
  acquireTimeoutMs?: number;
  /** Statement timeout in milliseconds, including lock waits; default three times `acquireTimeoutMs`. */
  statementTimeoutMs?: number;
}

/** A source of connections for transactions. */
export interface ConnectionPool {
  acquire(): Promise<pg.PoolClient>;
}

export interface ConnectionPools {
  ordinary: ConnectionPool;
  /** Keeps connections free of token requests, so that revocations succeed under load. */
  reserved: ConnectionPool;
  /** For metrics. */
  stats(): PoolStats[];
  end(): Promise<void>;
}

/** The state of a pool, for metrics. */
export function statsOf(name: string, pool: pg.Pool): PoolStats {
  const { options, totalCount, idleCount, waitingCount } = pool;
  return { pool: name, size: options.max, open: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Creates the pools of the token statements; they connect on first use. */
export function createConnectionPools(config: PoolConfig): ConnectionPools {
  const ordinary = createPool(config, Math.max(1, config.size - config.reserved));
  const reserved = createPool(config, Math.max(1, config.reserved));
  return {
    ordinary: { acquire: () => ordinary.connect() },
    reserved: { acquire: () => (hasRoom(ordinary) ? ordinary : reserved).connect() },
    stats: () => [statsOf("tokens", ordinary), statsOf("reserved", reserved)],
    async end() {
      await Promise.all([ordinary.end(), reserved.end()]);
    },
  };
}

/** Reserved requests use the ordinary pool while it has room. */
function hasRoom(pool: pg.Pool): boolean {
  return pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < pool.options.max);
}

/**
 * Plans a statement once per connection. Planning a token statement (up to eight joins by key) takes ten times as long as running it,
 * and PostgreSQL would replan it for short arrays. Sequential scans are off, because a plan made on small tables is kept as they grow.
 */
const PLAN_ONCE: SessionSettings = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off",
};
const IDLE_IN_TRANSACTION_MS = 10_000;

function createPool(config: PoolConfig, max: number): pg.Pool {
  const { acquireTimeoutMs = 1_000, statementTimeoutMs = 3 * acquireTimeoutMs } = config;
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString: config.url,
    max,
    connectionTimeoutMillis: acquireTimeoutMs,
    // Applies if the server itself hangs.
    query_timeout: statementTimeoutMs + 500,
    application_name: "latchkey tokens",
    keepAlive: true,
    // Sends statements without waiting for the previous result: begin and lock; writes and commit.
    pipeline: true,
    onConnect: openConnection({
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      ...PLAN_ONCE,
    }),
  });
  // Without listeners, the `error` event of a dropped connection would end the process. The statement in progress fails by itself.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}
