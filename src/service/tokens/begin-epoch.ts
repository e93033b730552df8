import { appendAudit } from "../../store/audit/audit.ts";
import type { ConnectionPool } from "../../store/connection/pools.ts";
import { decideTogether } from "../../store/connection/transaction.ts";
import { renewEpoch } from "../../store/feed/feed-page.ts";
import { toAuditRow } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";

export interface EpochChange {
  /** Only if this is still the epoch; null: whatever it is. */
  old: string | null;
  /** Who begins it: the command, or a core that found another past. */
  by: "feed reset" | "core";
}

/**
 * Begins a new epoch of the revocation feed and audits it, in one transaction. Gives the epoch, null where another process was first.
 * @throws StorageError
 */
export async function beginEpoch(pool: ConnectionPool, { old, by }: EpochChange): Promise<string | null> {
  const [settled] = await decideTogether(pool, [old], async (query) => {
    const epoch = await renewEpoch(query, old);
    const row = toAuditRow(callOf(by), { action: "feed.new_epoch", detail: { epoch } });
    return { decisions: [epoch], writes: epoch === null ? [] : [appendAudit([row])] };
  });
  if (settled!.kind === "fault") throw settled!.fault;
  return settled!.decision;
}

function callOf(name: EpochChange["by"]): Call {
  return {
    caller: { kind: "key", keyId: null, name, permissions: new Set() },
    actor: null,
    address: null,
    requestId: name,
  };
}
