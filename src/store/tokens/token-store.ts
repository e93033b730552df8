import type pg from "pg";
import {
  Batcher,
  type BatchLimits,
  type BatchObserver,
  type BatchResult,
  type RejectionReason,
} from "../../concurrency/batcher.ts";
import type { Log } from "../../observe/log.ts";
import { StorageError } from "../../observe/storage-error.ts";
import { toStorageError } from "../connection/errors.ts";
import type { ConnectionPool, ConnectionPools } from "../connection/pools.ts";
import type { Query } from "../connection/query.ts";
import { type BatchWork, decideOn, decideTogether, withConnection } from "../connection/transaction.ts";
import { createInstallationHealth, type InstallationHealth } from "../installations/installation-health.ts";
import { readClient } from "./clients.ts";
import { type IntrospectionRow, readTokens } from "./introspection.ts";
import { createLastUse, type LastUse } from "./last-use.ts";
import { beat } from "./outages.ts";
import { eraseSalts, type SaltSweep, type Swept } from "./salts.ts";
import type { ClientKey, ClientRow } from "./token-rows.ts";
import { createTokenTransaction, createTold, type TokenTransaction, writesOf } from "./token-transaction.ts";

/** Locks, decides and writes for all requests; returns one decision each, in their order. */
export type TokenWork<R, D> = (tx: TokenTransaction, requests: readonly R[]) => Promise<D[]>;

export type PoolName = "ordinary" | "reserved";

/** An operation whose requests share transactions. */
export interface BatchedOperation<R> {
  /** The metrics label, such as `refresh`. */
  name: string;
  pool: PoolName;
  /** True if the caller no longer waits: a batch that has not started omits the request. */
  isCancelled(request: R): boolean;
}

/** The storage of the token operations. */
export interface TokenStore {
  /** Group commit: `work` decides the queued requests in one transaction; each caller gets its own result after the commit. */
  batch<R extends object, D>(
    operation: BatchedOperation<R>,
    work: TokenWork<R, D>,
  ): (request: R) => Promise<BatchResult<D>>;
  /** Runs `work` over the requests in one transaction; see `decideTogether`. */
  together<R extends object, D>(
    pool: PoolName,
    requests: readonly R[],
    work: TokenWork<R, D>,
  ): Promise<BatchResult<D>[]>;
  /** Reads tokens of one kind in one statement, on the reserved pool. */
  readTokens(kind: "access" | "refresh", ids: readonly string[]): Promise<IntrospectionRow[]>;
  /** Runs statements that only read, on the reserved pool. */
  lookUp<T>(work: (query: Query) => Promise<T>): Promise<T>;
  readClient(key: ClientKey): Promise<ClientRow & { now: number }>;
  eraseSalts(sweep: SaltSweep): Promise<Swept>;
  /** Notes that this replica can write; see `beat`. */
  beat(): Promise<void>;
  lastUse: LastUse;
  health: InstallationHealth;
  /** Rejects new requests; resolves when the queued ones have a result. */
  drain(): Promise<void>;
}

export interface TokenStoreOptions {
  limits?: Partial<BatchLimits>;
  /** See `Batch`. */
  retryIndividuallyMs?: number;
  observe?: (operation: string) => BatchObserver;
  /** Reads the revocation feed up to the last commit. Replies wait until their feed events are readable. */
  syncFeed?: () => Promise<void>;
}

// With two at once, one batch is decided while the other commits; more make smaller batches, each with its own commit.
const LIMITS: BatchLimits = { size: 64, concurrency: 2, queueLimit: 2_048, queueTimeoutMs: 1_000 };

const REJECTIONS: Record<RejectionReason, string> = {
  queue_full: "too many requests wait for the database",
  queue_timeout: "the request waited too long for the database",
  cancelled: "the caller left before the request reached the database",
};

/** The token statements over both pools. */
export function createTokenStore(pools: ConnectionPools, log: Log, options: TokenStoreOptions = {}): TokenStore {
  const batchers: Pick<Batcher<never, never, never>, "drain">[] = [];
  // Requests whose transactions published events.
  const published = new WeakSet<object>();
  const syncFeed = async (requests: readonly object[]): Promise<void> => {
    if (requests.some((request) => published.has(request))) await options.syncFeed?.();
  };
  return {
    batch(operation, work) {
      const batcher = createBatcher(pools[operation.pool], {
        operation,
        work: inTransaction(work, published),
        options,
      });
      batchers.push(batcher);
      return async (request) => {
        const result = await batcher.add(request);
        await syncFeed([request]);
        return result;
      };
    },
    async together(pool, requests, work) {
      const results = await decideTogether(pools[pool], requests, inTransaction(work, published));
      await syncFeed(requests);
      return results;
    },
    readTokens: (kind, ids) => withConnection(pools.reserved, (query) => readTokens(query, kind, ids)),
    lookUp: (work) => withConnection(pools.reserved, work),
    readClient: (key) => withConnection(pools.ordinary, (query) => readClient(query, key)),
    beat: () => withConnection(pools.ordinary, beat),
    eraseSalts: (sweep) => withConnection(pools.ordinary, (query) => eraseSalts(query, sweep)),
    lastUse: createLastUse(pools.ordinary, log),
    health: createInstallationHealth(pools.ordinary, log),
    async drain() {
      await Promise.all(batchers.map((batcher) => batcher.drain()));
    },
  };
}

function inTransaction<R extends object, D>(work: TokenWork<R, D>, published: WeakSet<object>): BatchWork<R, D> {
  return async (query, requests) => {
    const told = createTold();
    const decisions = await work(createTokenTransaction(query, told), requests);
    if (told.events.length > 0) for (const request of requests) published.add(request);
    return { decisions, writes: writesOf(told) };
  };
}

interface BatcherParts<R, D> {
  operation: BatchedOperation<R>;
  work: BatchWork<R, D>;
  options: TokenStoreOptions;
}

function createBatcher<R, D>(
  pool: ConnectionPool,
  { operation, work, options }: BatcherParts<R, D>,
): Batcher<pg.PoolClient, R, D> {
  const { retryIndividuallyMs } = options;
  return new Batcher<pg.PoolClient, R, D>({
    steps: {
      acquire: () => pool.acquire(),
      release: (client) => client.release(),
      run: (client, requests) => decideOn(client, { pool, requests, work, retryIndividuallyMs }),
      isCancelled: operation.isCancelled,
      toFault: toStorageError,
      toRejection: (reason) => new StorageError(REJECTIONS[reason]),
    },
    limits: { ...LIMITS, ...options.limits },
    observer: options.observe?.(operation.name),
  });
}
