import type { AuditRow } from "../../store/audit/audit.ts";
import type { Call } from "../call.ts";

/** What was done, to what. Ids that do not apply are left out. */
export interface AuditEntry {
  /** `<noun>.<verb>`: `token.exchange`, `app.approve`, `merchant.suspend`. */
  action: string;
  clientId?: string | null;
  installationId?: string | null;
  merchantId?: string | null;
  /** The account it was done to, or that consented. */
  accountId?: string | null;
  /** The app that acted by its own credentials, where no account did. */
  actorClientId?: string | null;
  /** For people; never a secret, never a token. */
  detail?: Record<string, unknown>;
}

/** The audit row of an operation: who did it comes from the call and from nowhere else. */
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

/** Notes an operation in the audit of its own transaction: there exactly if its effects are. */
export function recordAudit(tx: { audit(row: AuditRow): void }, call: Call, entry: AuditEntry): void {
  tx.audit(toAuditRow(call, entry));
}
