import type pg from "pg";
import { type Bounds, createGatherer, type Gatherer, type GroupObserver } from "../../concurrency/batcher.ts";
import type { Log } from "../../observe/log.ts";
import { toStorageError } from "../connection/faults.ts";
import type { ConnectionPool, ConnectionPools } from "../connection/pools.ts";
import type { Query } from "../connection/query.ts";
import { decideOn, decideTogether, type GroupWork, type Settled, withConnection } from "../connection/transaction.ts";
import { createInstallationHealth, type InstallationHealth } from "../installations/installation-health.ts";
import { readClient } from "./clients.ts";
import { type IntrospectionRow, readTokens } from "./introspection.ts";
import { createLastUse, type LastUse } from "./last-use.ts";
import { beat } from "./outages.ts";
import { eraseSalts, type SaltSweep, type Swept } from "./salts.ts";
import type { ClientKey, ClientRow } from "./token-rows.ts";
import { createTokenTransaction, createTold, type TokenTransaction, writesOf } from "./token-transaction.ts";

/** Locks, decides and writes for all members; gives one decision per member, in their order. */
export type TokenWork<R, D> = (tx: TokenTransaction, members: readonly R[]) => Promise<D[]>;

export type PoolName = "ordinary" | "reserved";

/** An operation whose requests share transactions. */
export interface GatheredOperation<R> {
  /** For figures: `refresh`. */
  name: string;
  pool: PoolName;
  /** True if nobody waits for this member's answer any more: one whose group has not begun is left out of it. */
  hasLeft(member: R): boolean;
}

/** The storage of the token operations. */
export interface TokenStore {
  /**
   * Group commit: members that wait at the same time are decided by `work` in one transaction, in order of arrival, and each gets its own
   * outcome after the commit. Nobody waits for others to come.
   */
  gather<R extends object, D>(
    operation: GatheredOperation<R>,
    work: TokenWork<R, D>,
  ): (member: R) => Promise<Settled<D>>;
  /** Runs `work` over the members in one transaction of its own; see `decideTogether`. */
  together<R extends object, D>(pool: PoolName, members: readonly R[], work: TokenWork<R, D>): Promise<Settled<D>[]>;
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
  /** Takes no more requests for groups; resolves when those inside are answered. */
  drain(): Promise<void>;
}

/** What a token store may be given beside its connections. */
export interface TokenStoreOptions {
  bounds?: Partial<Bounds>;
  /** See `Group`. */
  apartMs?: number;
  /** Whom to tell of an operation's groups. */
  observe?: (operation: string) => GroupObserver;
  /** Reads the revocation feed as far as it is committed. What told something in it is answered only afterwards. */
  hear?: () => Promise<void>;
}

// More groups abreast are smaller ones, each with a commit of its own; with two, one is decided while the other commits.
const BOUNDS: Bounds = { size: 64, abreast: 2, waiting: 2_048, patienceMs: 1_000 };

/** The token statements over both pools. */
export function createTokenStore(pools: ConnectionPools, log: Log, options: TokenStoreOptions = {}): TokenStore {
  const gatherers: Pick<Gatherer<never, never>, "drain">[] = [];
  // Members in whose transactions something was told in the feed.
  const telling = new WeakSet<object>();
  const heard = async (members: readonly object[]): Promise<void> => {
    if (members.some((member) => telling.has(member))) await options.hear?.();
  };
  return {
    gather(operation, work) {
      const gatherer = gatherOn(pools[operation.pool], { operation, work: inTransaction(work, telling), options });
      gatherers.push(gatherer);
      return async (member) => {
        const settled = await gatherer.join(member);
        await heard([member]);
        return settled;
      };
    },
    async together(pool, members, work) {
      const settled = await decideTogether(pools[pool], members, inTransaction(work, telling));
      await heard(members);
      return settled;
    },
    readTokens: (kind, ids) => withConnection(pools.reserved, (query) => readTokens(query, kind, ids)),
    lookUp: (work) => withConnection(pools.reserved, work),
    readClient: (key) => withConnection(pools.ordinary, (query) => readClient(query, key)),
    beat: () => withConnection(pools.ordinary, beat),
    eraseSalts: (sweep) => withConnection(pools.ordinary, (query) => eraseSalts(query, sweep)),
    lastUse: createLastUse(pools.ordinary, log),
    health: createInstallationHealth(pools.ordinary, log),
    async drain() {
      await Promise.all(gatherers.map((gatherer) => gatherer.drain()));
    },
  };
}

function inTransaction<R extends object, D>(work: TokenWork<R, D>, telling: WeakSet<object>): GroupWork<R, D> {
  return async (query, group) => {
    const told = createTold();
    const decisions = await work(createTokenTransaction(query, told), group);
    if (told.events.length > 0) for (const member of group) telling.add(member);
    return { decisions, writes: writesOf(told) };
  };
}

interface Gathered<R, D> {
  operation: GatheredOperation<R>;
  work: GroupWork<R, D>;
  options: TokenStoreOptions;
}

function gatherOn<R, D>(pool: ConnectionPool, { operation, work, options }: Gathered<R, D>): Gatherer<R, D> {
  return createGatherer<pg.PoolClient, R, D>({
    steps: {
      connect: () => pool.acquire(),
      giveBack: (client) => client.release(),
      decide: (client, members) => decideOn(client, { pool, members, work, apartMs: options.apartMs }),
      hasLeft: operation.hasLeft,
      toError: toStorageError,
    },
    bounds: { ...BOUNDS, ...options.bounds },
    observer: options.observe?.(operation.name),
  });
}
