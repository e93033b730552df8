import type { ConnectionPool } from "../../store/connection/pools.ts";
import { decideTogether } from "../../store/connection/transaction.ts";
import { inContext } from "../../store/connection/transaction-context.ts";
import { renewEpoch } from "../../store/feed/feed-page.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { RequestError } from "../errors.ts";
import { callOfProcess } from "./begin-epoch.ts";
import { type Revocation, revokeSubject } from "./revoke-before.ts";

export interface DirectRevocation {
  /** Microseconds. */
  notBefore: number;
  /** The new epoch of the feed. */
  epoch: string;
}

/**
 * Does what RevokeBefore does without a running core, for a restored database. In the same transaction, the feed begins a new epoch,
 * because caches may hold tokens that the database has lost.
 * @throws RequestError NOT_FOUND, NOT_BEFORE_FUTURE; StorageError
 */
export async function revokeDirectly(pool: ConnectionPool, revocation: Revocation): Promise<DirectRevocation> {
  const call = callOfProcess("tokens revoke --direct");
  const work = inContext<Revocation, DirectRevocation | RequestError>(async (tx) => {
    const revoked = await revokeSubject(tx, revocation, call);
    if (revoked instanceof RequestError) return [revoked];
    const epoch = await renewEpoch(tx.query, null);
    if (epoch === null) throw new Error("the database has no feed head");
    recordAudit(tx, call, { action: "feed.new_epoch", detail: { epoch } });
    return [{ ...revoked, epoch }];
  });
  const [result] = await decideTogether(pool, [revocation], work);
  if (result!.kind === "failure") throw result!.failure;
  if (result!.decision instanceof RequestError) throw result!.decision;
  return result!.decision;
}
