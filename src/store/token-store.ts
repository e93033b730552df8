import type { Log } from "../observe/log.ts";
import { readClient } from "./clients.ts";
import { createInstallationHealth, type InstallationHealth } from "./installation-health.ts";
import { type IntrospectionRow, readTokens } from "./introspection.ts";
import { createLastUse, type LastUse } from "./last-use.ts";
import type { Lanes } from "./pools.ts";
import type { Query } from "./query.ts";
import { eraseSalts, type SaltSweep, type Swept } from "./refresh-tokens.ts";
import type { ClientKey, ClientRow } from "./token-rows.ts";
import { createTokenTransaction, type TokenTransaction, writeTold } from "./token-transaction.ts";
import { decideTogether, type Settled, withConnection } from "./transaction.ts";

/** Locks, decides and writes for all members; gives one decision per member, in their order. */
export type TokenWork<R, D> = (tx: TokenTransaction, members: readonly R[]) => Promise<D[]>;

export type LaneName = "ordinary" | "reserved";

/** The storage of the token operations. */
export interface TokenStore {
  /** Runs `work` over the members in one transaction of its own; see `decideTogether`. */
  together<R, D>(lane: LaneName, members: readonly R[], work: TokenWork<R, D>): Promise<Settled<D>[]>;
  /** Reads tokens of one kind in one statement, on the reserved lane. */
  readTokens(kind: "access" | "refresh", ids: readonly string[]): Promise<IntrospectionRow[]>;
  /** Runs statements that only read, on the reserved lane. */
  lookUp<T>(work: (query: Query) => Promise<T>): Promise<T>;
  readClient(key: ClientKey): Promise<ClientRow & { now: number }>;
  eraseSalts(sweep: SaltSweep): Promise<Swept>;
  lastUse: LastUse;
  health: InstallationHealth;
}

export function createTokenStore(lanes: Lanes, log: Log): TokenStore {
  return {
    together: (lane, members, work) =>
      decideTogether(lanes[lane], members, async (query, group) => {
        const told = { rows: [], events: [] };
        const decisions = await work(createTokenTransaction(query, told), group);
        await writeTold(query, told);
        return decisions;
      }),
    readTokens: (kind, ids) => withConnection(lanes.reserved, (query) => readTokens(query, kind, ids)),
    lookUp: (work) => withConnection(lanes.reserved, work),
    readClient: (key) => withConnection(lanes.ordinary, (query) => readClient(query, key)),
    eraseSalts: (sweep) => withConnection(lanes.ordinary, (query) => eraseSalts(query, sweep)),
    lastUse: createLastUse(lanes.ordinary, log),
    health: createInstallationHealth(lanes.ordinary, log),
  };
}
