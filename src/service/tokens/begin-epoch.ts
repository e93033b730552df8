import { appendAudit } from "../../store/audit/audit.ts";
import type { ConnectionPool } from "../../store/connection/pools.ts";
import { decideTogether } from "../../store/connection/transaction.ts";
import { renewEpoch } from "../../store/feed/feed-page.ts";
import { toAuditRow } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";

export interface EpochChange {
  /** The epoch to replace; null replaces any epoch. */
  old: string | null;
  /** The command that an operator ran, or a core that detected lost events. */
  by: "feed reset" | "core";
}

/**
 * Starts a new epoch of the revocation feed and audits it. Returns the new epoch; null if another process has already replaced `old`.
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

/** The call to audit for a change that the process made without an RPC. */
export function callOfProcess(name: string): Call {
  return {
    caller: { kind: "key", keyId: null, name, permissions: new Set() },
    actor: null,
    address: null,
    requestId: name,
  };
}
