import type { AuditService } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { type AuditDependencies, listAuditEvents } from "../../service/audit/list-audit-events.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromListAuditEvents, toAuditEvent } from "./audit-messages.ts";

export function auditService(deps: AuditDependencies): Implementation<typeof AuditService> {
  return {
    async listAuditEvents(request, call) {
      const { items, nextPageToken } = await listAuditEvents(deps, fromListAuditEvents(request), call);
      return { events: items.map(toAuditEvent), nextPageToken };
    },
  };
}
