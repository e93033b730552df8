import type { AuditAction } from "../../model/audit-action.ts";
import type { Statement, Write } from "../connection/query.ts";

/** An audit event to append. Ids that do not apply are null. */
export interface AuditRow {
  action: AuditAction;
  actorId: string | null;
  actorClientId: string | null;
  callerKeyId: string | null;
  callerName: string;
  clientId: string | null;
  installationId: string | null;
  merchantId: string | null;
  accountId: string | null;
  address: string | null;
  requestId: string;
  detail: Record<string, unknown>;
}

const APPEND: Statement = {
  name: "append-audit",
  text: `
    insert into audit_event (action, actor_id, actor_client_id, caller_key_id, caller_name, client_id, installation_id,
      merchant_id, account_id, address, request_id, detail)
    select "action", "actorId", "actorClientId", "callerKeyId", "callerName", "clientId", "installationId",
      "merchantId", "accountId", "address", "requestId", "detail"
    from jsonb_to_recordset($1::jsonb) as event("action" text, "actorId" uuid, "actorClientId" text, "callerKeyId" uuid,
      "callerName" text, "clientId" text, "installationId" uuid, "merchantId" text, "accountId" uuid, "address" text,
      "requestId" text, "detail" jsonb)`,
};

/** Appends audit events in the transaction of the audited change. */
export function appendAudit(rows: readonly AuditRow[]): Write {
  return { statement: APPEND, values: [JSON.stringify(rows)] };
}
