import pg from "pg";
import type { PoolStats } from "../../observe/pool-metrics.ts";
import { DatabaseClient } from "./client.ts";
import { type HangDetector, NO_DETECTOR } from "./hang-detector.ts";
import { HeldConnections } from "./held-connections.ts";
import { openConnection } from "./primary.ts";
import type { SessionSettings } from "./session.ts";
import { type PoolTimeouts, TOKEN_POOL, toTimeouts } from "./timeouts.ts";

export interface PoolConfig extends PoolTimeouts {
  /** A PostgreSQL connection URL, directly or through a transaction pooler with prepared statements. */
  url: string;
  /** The maximum number of connections, including the reserved ones. */
  size: number;
  /** Connections reserved for revoke, introspect and the feed. */
  reserved: number;
  /** Default: none; only the statement timeout notices a database that hangs. */
  hangs?: HangDetector;
}

/** A source of connections for transactions. */
export interface ConnectionPool {
  acquire(): Promise<pg.PoolClient>;
}

export interface ConnectionPools {
  ordinary: ConnectionPool;
  /** Connections that no issue, exchange or refresh uses, so that revocations succeed under load. */
  reserved: ConnectionPool;
  /** For metrics. */
  stats(): PoolStats[];
  end(): Promise<void>;
}

/** The state of a pool, for metrics. */
export function statsOf(name: string, pool: Counts, size: number): PoolStats {
  const { totalCount: open, idleCount: idle, waitingCount } = pool;
  // Subtracts requests that are queued for one event-loop turn until they get an idle connection.
  const waiting = Math.max(0, waitingCount - idle);
  return { pool: name, size, open, idle, waiting };
}

type Counts = Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;

/**
 * Creates the pools of the token statements. The reserved connections are opened at once and stay open; the others are opened on first use.
 */
export function createConnectionPools(config: PoolConfig): ConnectionPools {
  const { hangs = NO_DETECTOR } = config;
  const { acquireTimeoutMs } = toTimeouts(config, TOKEN_POOL);
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
          // Waits for a reserved connection as well, because a new connection may fail while PostgreSQL has none left.
          return hasRoom(ordinary) ? firstAvailable(reserved.acquire(), ordinary.connect()) : reserved.acquire();
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

/** The connection that is available first. The other one is released. @throws the error of `first` if both fail */
async function firstAvailable(first: Promise<pg.PoolClient>, second: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
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
 * Makes PostgreSQL plan a statement once per connection, because planning a token statement takes ten times as long as running it.
 * Sequential scans are off, because a plan made for small tables stays in use when they have grown.
 */
const PLAN_ONCE: SessionSettings = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_bitmapscan: "off",
};

function createPool(config: PoolConfig, hangs: HangDetector, max: number): pg.Pool {
  const pool = new pg.Pool({ ...toClientConfig(config), Client: DatabaseClient, max, onConnect: toSession(config) });
  // Without a listener, the loss of an idle connection would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => hangs.track(client));
  return pool;
}

/** Opens a connection with the settings of the pools. @throws errors of the driver; StorageError on a standby */
async function openClient(config: PoolConfig, hangs: HangDetector): Promise<pg.Client> {
  const client = new DatabaseClient(toClientConfig(config));
  try {
    await client.connect();
    // Tracked only after `connect`: a client that finds no host has no connection that could end.
    hangs.track(client);
    await toSession(config)(client);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

function toClientConfig(config: PoolConfig): pg.ClientConfig {
  const { acquireTimeoutMs, queryTimeoutMs } = toTimeouts(config, TOKEN_POOL);
  return {
    connectionString: config.url,
    connectionTimeoutMillis: acquireTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: "latchkey tokens",
    keepAlive: true,
    // Sends statements without waiting for the result of the previous one: BEGIN with the locks, and the writes with COMMIT.
    pipeline: true,
  };
}

function toSession(config: PoolConfig) {
  return openConnection({ ...toTimeouts(config, TOKEN_POOL).session, ...PLAN_ONCE });
}
