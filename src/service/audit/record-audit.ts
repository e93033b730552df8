import type { AuditAction } from "../../model/audit-action.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import type { AuditRow } from "../../store/audit/audit.ts";
import type { Call } from "../call.ts";

/** An action and its subjects. Ids that do not apply are left out. */
export interface AuditEntry {
  action: AuditAction;
  clientId?: string | null;
  installationId?: string | null;
  merchantId?: string | null;
  /** The affected or consenting account. */
  accountId?: string | null;
  /** The app that acted by its own credentials; absent if an account acted. */
  actorClientId?: string | null;
  detail?: AuditDetail;
}

/** The audit row of an action. Its actor is always the actor of the call. */
export function toAuditRow(call: Call, entry: AuditEntry): AuditRow {
  return {
    action: entry.action,
    actorId: call.actor?.accountId ?? null,
    actorClientId: entry.actorClientId ?? null,
    callerKeyId: call.caller.keyId,
    callerName: call.caller.name,
    clientId: entry.clientId ?? null,
    installationId: entry.installationId ?? null,
    merchantId: entry.merchantId ?? null,
    accountId: entry.accountId ?? null,
    address: call.address,
    requestId: call.requestId,
    detail: entry.detail ?? {},
  };
}

/** Audits an action in the transaction that performs it. */
export function recordAudit(tx: { audit(row: AuditRow): void }, call: Call, entry: AuditEntry): void {
  tx.audit(toAuditRow(call, entry));
}
