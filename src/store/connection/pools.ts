import pg from "pg";
import type { PoolStats } from "../../observe/pool-metrics.ts";
import { DatabaseClient } from "./client.ts";
import { type HangDetector, NO_DETECTOR } from "./hang-detector.ts";
import { HeldConnections } from "./held-connections.ts";
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
  /** Default: a database that hangs is noticed by the statement timeout. */
  hangs?: HangDetector;
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
export function statsOf(name: string, pool: Counts, size: number): PoolStats {
  const { totalCount: open, idleCount: idle, waitingCount } = pool;
  // A request that is about to get an idle connection is queued for one turn.
  const waiting = Math.max(0, waitingCount - idle);
  return { pool: name, size, open, idle, waiting };
}

type Counts = Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;

/** Creates the pools of the token statements. The reserved connections are opened at once and stay open, the others on first use. */
export function createConnectionPools(config: PoolConfig): ConnectionPools {
  const { acquireTimeoutMs = ACQUIRE_TIMEOUT_MS, hangs = NO_DETECTOR } = config;
  const ordinary = createPool(config, hangs, Math.max(1, config.size - config.reserved));
  const held = Math.max(1, config.reserved);
  const reserved = new HeldConnections({
    size: held,
    timeoutMs: acquireTimeoutMs,
    open: () => openClient(config, hangs),
  });
  return {
    ordinary: { acquire: () => hangs.guard(() => ordinary.connect()) },
    reserved: {
      acquire: () =>
        hangs.guard(() => {
          if (reserved.idleCount > 0) return reserved.acquire();
          if (ordinary.idleCount > ordinary.waitingCount) return ordinary.connect();
          // A new connection may fail while PostgreSQL has none left, so none depends on it alone.
          return hasRoom(ordinary) ? either(reserved.acquire(), ordinary.connect()) : reserved.acquire();
        }),
    },
    stats: () => [statsOf("tokens", ordinary, ordinary.options.max), statsOf("reserved", reserved, held)],
    async end() {
      await Promise.all([ordinary.end(), reserved.end()]);
    },
  };
}

function hasRoom(pool: pg.Pool): boolean {
  return pool.waitingCount === 0 && pool.totalCount < pool.options.max;
}

/** The connection that is there first; the other one is released. @throws the error of `first` if both fail */
async function either(first: Promise<pg.PoolClient>, second: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  const winner = Promise.any([first, second]);
  for (const one of [first, second]) {
    one.then(
      async (client) => {
        if ((await winner) !== client) client.release();
      },
      () => {},
    );
  }
  return winner.catch(() => first);
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
const ACQUIRE_TIMEOUT_MS = 1_000;
const STATEMENT_TIMEOUT_FACTOR = 3;
/** Lets the server's timeout error arrive first. */
const CLIENT_TIMEOUT_MARGIN_MS = 500;

function createPool(config: PoolConfig, hangs: HangDetector, max: number): pg.Pool {
  const pool = new pg.Pool({ ...toClientConfig(config), Client: DatabaseClient, max, onConnect: toSession(config) });
  // Without a listener, the loss of an idle connection would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => hangs.track(client));
  return pool;
}

/** Opens a connection with the settings of the pools. @throws the driver's errors, and a StorageError on a standby */
async function openClient(config: PoolConfig, hangs: HangDetector): Promise<pg.Client> {
  const client = new DatabaseClient(toClientConfig(config));
  try {
    await client.connect();
    // Not before: a client that finds no host has no connection, which never ends.
    hangs.track(client);
    await toSession(config)(client);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

function toClientConfig({
  url,
  acquireTimeoutMs = ACQUIRE_TIMEOUT_MS,
  statementTimeoutMs,
}: PoolConfig): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: acquireTimeoutMs,
    // Applies if the server itself hangs.
    query_timeout: (statementTimeoutMs ?? STATEMENT_TIMEOUT_FACTOR * acquireTimeoutMs) + CLIENT_TIMEOUT_MARGIN_MS,
    application_name: "latchkey tokens",
    keepAlive: true,
    // Sends statements without waiting for the previous result: begin and lock; writes and commit.
    pipeline: true,
  };
}

function toSession({ acquireTimeoutMs = ACQUIRE_TIMEOUT_MS, statementTimeoutMs }: PoolConfig) {
  return openConnection({
    statement_timeout: statementTimeoutMs ?? STATEMENT_TIMEOUT_FACTOR * acquireTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...PLAN_ONCE,
  });
}
