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
import { captureTrace, runBatch } from "../../observe/tracing.ts";
import { toStorageError } from "../connection/errors.ts";
import type { ConnectionPools } from "../connection/pools.ts";
import type { Query } from "../connection/query.ts";
import { decideOn, decideTogether, withConnection } from "../connection/transaction.ts";
import { inContext, type TransactionWork } from "../connection/transaction-context.ts";
import { createInstallationHealth, type InstallationHealth } from "../installations/installation-health.ts";
import { createTokenCounts, type TokenCounts } from "../statistics/token-counts.ts";
import { readClient } from "./clients.ts";
import { type IntrospectionRow, readTokens } from "./introspection.ts";
import { createLastUse, type LastUse } from "./last-use.ts";
import { beat } from "./outages.ts";
import { type ErasedSalts, eraseSalts, type SaltCleanup } from "./salts.ts";
import type { ClientKey, ClientRow } from "./token-rows.ts";

/** An operation whose requests share transactions. */
export interface BatchedOperation {
  /** The metrics label, such as `refresh`. */
  name: string;
  pool: "ordinary" | "reserved";
}

export interface BatchItem {
  /** A call that has ended is left out of a batch that has not started. */
  call: { readonly ended?: boolean };
}

/** The storage of the token operations. */
export interface TokenStore {
  /**
   * Group commit: runs `work` once for all queued items of the operation, in one transaction, and returns the result of `item` after the
   * commit. The `work` of one item runs for all items, so it must read requests only from `items` and capture nothing of its own request.
   */
  batch<I extends BatchItem, D>(
    operation: BatchedOperation,
    item: I,
    work: TransactionWork<I, D>,
  ): Promise<BatchResult<D>>;
  /** Runs `work` over the items in one transaction; see `decideTogether`. */
  transaction<I extends object, D>(
    pool: BatchedOperation["pool"],
    items: readonly I[],
    work: TransactionWork<I, D>,
  ): Promise<BatchResult<D>[]>;
  /**
   * Waits, for FEED_MAX_AGE at most, until all processes of this host have read the events of the item's transaction.
   */
  syncFeed(item: object): Promise<void>;
  /** Reads tokens of one kind in one statement, on the reserved pool. */
  readTokens(kind: "access" | "refresh", ids: readonly string[]): Promise<IntrospectionRow[]>;
  /** Runs statements that only read, on the reserved pool. */
  lookUp<T>(work: (query: Query) => Promise<T>): Promise<T>;
  readClient(key: ClientKey): Promise<ClientRow & { now: number }>;
  eraseSalts(cleanup: SaltCleanup): Promise<ErasedSalts>;
  /** Records that this replica can write; see `beat`. */
  beat(): Promise<void>;
  lastUse: LastUse;
  health: InstallationHealth;
  counts: TokenCounts;
  /** Rejects new requests; resolves when all queued requests have a result. */
  drain(): Promise<void>;
}

export interface TokenStoreOptions {
  limits?: Partial<BatchLimits>;
  /** See `Batch`. */
  retryIndividuallyMs?: number;
  observe?: (operation: string) => BatchObserver;
  /** Reads the revocation feed up to the last commit, in all processes. */
  syncFeed?: () => Promise<void>;
}

// With two batches at the same time, one batch is decided while the other commits. With more than two, batches would be smaller, each with
// its own commit.
const LIMITS: BatchLimits = { size: 64, concurrency: 2, queueLimit: 2_048, queueTimeoutMs: 1_000 };

const REJECTIONS: Record<RejectionReason, string> = {
  queue_full: "too many requests wait for the database",
  queue_timeout: "the request waited too long for the database",
  cancelled: "the caller left before the request reached the database",
};

interface Queued {
  item: BatchItem;
  trace: ReturnType<typeof captureTrace>;
  work: TransactionWork<BatchItem, unknown>;
}

type OperationBatcher = Batcher<pg.PoolClient, Queued, unknown>;

/** The token statements over both pools. */
export function createTokenStore(pools: ConnectionPools, log: Log, options: TokenStoreOptions = {}): TokenStore {
  const batchers = new Map<string, OperationBatcher>();
  // The items whose transactions published events.
  const published = new WeakSet<object>();
  const markPublished = (items: readonly object[]) => {
    for (const item of items) published.add(item);
  };

  function createBatcher({ name, pool: poolName }: BatchedOperation): OperationBatcher {
    const pool = pools[poolName];
    return new Batcher({
      steps: {
        acquire: () => pool.acquire(),
        release: (client) => client.release(),
        run: (client, queued) =>
          runBatch(
            name,
            queued.map(({ trace }) => trace),
            () =>
              decideOn(client, {
                pool,
                requests: queued.map(({ item }) => item),
                work: inContext(queued[0]!.work, markPublished),
                retryIndividuallyMs: options.retryIndividuallyMs,
              }),
          ),
        isCancelled: ({ item }) => item.call.ended === true,
        toFailure: toStorageError,
        toRejection: (reason) => new StorageError(REJECTIONS[reason]),
      },
      limits: { ...LIMITS, ...options.limits },
      observer: options.observe?.(name),
    });
  }

  return {
    batch<I extends BatchItem, D>(operation: BatchedOperation, item: I, work: TransactionWork<I, D>) {
      const batcher = batchers.get(operation.name) ?? createBatcher(operation);
      batchers.set(operation.name, batcher);
      // All items of a batcher belong to one operation, so their types are the same.
      return batcher.add({ item, work, trace: captureTrace() } as unknown as Queued) as Promise<BatchResult<D>>;
    },
    transaction: (pool, items, work) => decideTogether(pools[pool], items, inContext(work, markPublished)),
    async syncFeed(item) {
      if (published.has(item)) await options.syncFeed?.();
    },
    readTokens: (kind, ids) => withConnection(pools.reserved, (query) => readTokens(query, kind, ids)),
    lookUp: (work) => withConnection(pools.reserved, work),
    readClient: (key) => withConnection(pools.ordinary, (query) => readClient(query, key)),
    beat: () => withConnection(pools.reserved, beat),
    eraseSalts: (cleanup) => withConnection(pools.ordinary, (query) => eraseSalts(query, cleanup)),
    lastUse: createLastUse(pools.ordinary, log),
    health: createInstallationHealth(pools.ordinary, log),
    counts: createTokenCounts(pools.ordinary, log),
    async drain() {
      await Promise.all([...batchers.values()].map((batcher) => batcher.drain()));
    },
  };
}
