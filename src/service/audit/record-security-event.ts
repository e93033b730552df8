import { parseUserAgent } from "../../observe/user-agent.ts";
import type { AuditRow } from "../../store/audit/audit.ts";
import type { Call } from "../call.ts";
import { type AuditEntry, recordAudit } from "./record-audit.ts";

/** Audits an action with the browser and the system of the call, which the security page of the account shows. */
export function recordSecurityEvent(tx: { audit(row: AuditRow): void }, call: Call, entry: AuditEntry): void {
  const { browser, system } = parseUserAgent(call.userAgent ?? "");
  const device = { ...(browser !== null && { browser }), ...(system !== null && { system }) };
  recordAudit(tx, call, { ...entry, detail: { ...entry.detail, ...device } });
}
