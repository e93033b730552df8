import type {
  Acceptance,
  LockedRefreshToken,
  RetryElsewhere,
  Rotation,
  SuccessorPair,
} from "../../store/tokens/refresh-tokens.ts";
import type { TokenTransaction } from "../../store/tokens/token-transaction.ts";
import { clockOf } from "./member.ts";

/** True for a token that was replaced, and for any of a marked family: it may be reuse. */
export function mayBeReuse({ id, currentId, lateParentAt, endedAt }: LockedRefreshToken): boolean {
  return id !== null && endedAt === null && (id !== currentId || lateParentAt !== null);
}

type TokenState = Pick<LockedRefreshToken, "usedAt" | "successorId" | "successorScopes" | "usedFrom" | "retriedFrom">;
type FamilyState = Pick<LockedRefreshToken, "currentId" | "currentUsedAt" | "lateParentAt" | "endedAt">;

/** What the earlier members of a group of refreshes have left behind, and what is to be written for them. */
export interface Group {
  tx: TokenTransaction;
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

/** The group as the locks found it, with the pairs that retries may ask for. */
export async function openGroup(tx: TokenTransaction, rows: readonly LockedRefreshToken[]): Promise<Group> {
  const found = rows.filter((row) => row.id !== null);
  const replays = new Map(
    found
      .filter((row) => row.successorAccessId !== null && row.successorId === row.currentId)
      .map((row) => [row.successorId!, { refreshId: row.successorId!, accessId: row.successorAccessId! }]),
  );
  const pairs = await tx.readPairs([...replays.values()]);
  return {
    tx,
    now: clockOf(rows),
    tokens: new Map(found.map((row) => [row.id!, pick(row)])),
    families: new Map(found.map((row) => [row.familyId, pickFamily(row)])),
    pairs: new Map(pairs.map((pair) => [pair.id, pair])),
    rotations: [],
    acceptances: [],
    retriesElsewhere: [],
    lateParents: [],
    ends: [],
  };
}

function pick(row: LockedRefreshToken): TokenState {
  const { usedAt, successorId, successorScopes, usedFrom, retriedFrom } = row;
  return { usedAt, successorId, successorScopes, usedFrom, retriedFrom };
}

function pickFamily({ currentId, currentUsedAt, lateParentAt, endedAt }: LockedRefreshToken): FamilyState {
  return { currentId, currentUsedAt, lateParentAt, endedAt };
}
