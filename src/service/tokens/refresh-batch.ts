import type { TransactionContext } from "../../store/connection/transaction-context.ts";
import {
  type Acceptance,
  type LockedRefreshToken,
  type RetryElsewhere,
  type Rotation,
  readPairs,
  type SuccessorPair,
} from "../../store/tokens/refresh-tokens.ts";
import { clockOf } from "../../store/tokens/token-rows.ts";

type TokenState = Pick<LockedRefreshToken, "usedAt" | "successorId" | "successorScopes" | "usedFrom" | "retriedFrom">;
type FamilyState = Pick<LockedRefreshToken, "currentId" | "currentUsedAt" | "lateParentAt" | "endedAt">;

/** A batch of refreshes: the state after the earlier items, and the writes so far. */
export interface RefreshBatch {
  tx: TransactionContext;
  now: number;
  tokens: Map<string, TokenState>;
  families: Map<string, FamilyState>;
  /** By the id of the pair's refresh token. */
  pairs: Map<string, SuccessorPair>;
  rotations: Rotation[];
  acceptances: Acceptance[];
  retriesElsewhere: RetryElsewhere[];
  lateParents: { id: string; at: number }[];
  ends: { id: string; at: number; reason: "reuse" }[];
}

/** The state of the locked rows, and the pairs that retries may get again. */
export async function openBatch(tx: TransactionContext, rows: readonly LockedRefreshToken[]): Promise<RefreshBatch> {
  const found = rows.filter((row) => row.id !== null);
  const replayable = found.filter((row) => row.successorAccessId !== null && row.successorId === row.currentId);
  const keys = replayable.map((row) => ({ refreshId: row.successorId!, accessId: row.successorAccessId! }));
  const pairs = await readPairs(tx.query, keys);
  return {
    tx,
    now: clockOf(rows),
    tokens: new Map(found.map((row) => [row.id!, row])),
    families: new Map(found.map((row) => [row.familyId, row])),
    pairs: new Map(pairs.map((pair) => [pair.id, pair])),
    rotations: [],
    acceptances: [],
    retriesElsewhere: [],
    lateParents: [],
    ends: [],
  };
}

/** True for a rotated token, and for any token of a family with a late parent. */
export function mayBeReuse({ id, currentId, lateParentAt, endedAt }: LockedRefreshToken): boolean {
  return id !== null && endedAt === null && (id !== currentId || lateParentAt !== null);
}
