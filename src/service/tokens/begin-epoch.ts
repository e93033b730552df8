import { appendAudit } from "../../store/audit/audit.ts";
import type { ConnectionPool } from "../../store/connection/pools.ts";
import { decideTogether } from "../../store/connection/transaction.ts";
import { renewEpoch } from "../../store/feed/feed-page.ts";
import { toAuditRow } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";

export interface EpochChange {
  /** Replaces only this epoch; null: any. */
  old: string | null;
  /** The command, or a core that detected lost events. */
  by: "feed reset" | "core";
}

/**
 * Starts a new epoch of the revocation feed, and audits it. Returns the epoch; null if another process was first.
 * @throws StorageError
 */
export async function beginEpoch(pool: ConnectionPool, { old, by }: EpochChange): Promise<string | null> {
  const [result] = await decideTogether(pool, [old], async (query) => {
    const epoch = await renewEpoch(query, old);
    const row = toAuditRow(callOfProcess(by), { action: "feed.new_epoch", detail: { epoch } });
    return { decisions: [epoch], writes: epoch === null ? [] : [appendAudit([row])] };
  });
  if (result!.kind === "failure") throw result!.failure;
  return result!.decision;
}

/** The audited caller of a change that no RPC asked for. */
export function callOfProcess(name: string): Call {
  return {
    caller: { kind: "key", keyId: null, name, permissions: new Set() },
    actor: null,
    address: null,
    requestId: name,
  };
}
