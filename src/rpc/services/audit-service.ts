import { create } from "@bufbuild/protobuf";
import { type AuditEvent, AuditEventSchema, type AuditService } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import type { AuditOperations } from "../../service/audit/operations.ts";
import type { AuditRecord } from "../../service/audit/records.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromTimestamp, orNull, toTimestamp } from "./fields.ts";

/** AuditService over the audit trail. */
export function auditService(audit: AuditOperations): Implementation<typeof AuditService> {
  return {
    async listAuditEvents(request, call) {
      const filter = {
        clientId: orNull(request.clientId),
        installationId: orNull(request.installationId),
        merchantId: orNull(request.merchantId),
        accountId: orNull(request.accountId),
        action: orNull(request.action),
        from: fromTimestamp(request.doneFrom),
        before: fromTimestamp(request.doneBefore),
      };
      const { items, nextPageToken } = await audit.list(filter, request, call);
      return { events: items.map(toAuditEvent), nextPageToken };
    },
  };
}

function toAuditEvent(event: AuditRecord): AuditEvent {
  return create(AuditEventSchema, {
    eventId: event.eventId,
    at: toTimestamp(event.at),
    action: event.action,
    actorAccountId: event.actorAccountId ?? "",
    serviceKeyId: event.serviceKeyId ?? "",
    callerName: event.callerName,
    actorClientId: event.actorClientId ?? "",
    clientId: event.clientId ?? "",
    installationId: event.installationId ?? "",
    merchantId: event.merchantId ?? "",
    accountId: event.accountId ?? "",
    address: event.address ?? "",
    requestId: event.requestId,
    detailJson: JSON.stringify(event.detail),
    actorAccountName: event.actorAccountName ?? "",
    actorAccountEmail: event.actorAccountEmail ?? "",
    actorClientName: event.actorClientName ?? "",
    clientName: event.clientName ?? "",
    merchantName: event.merchantName ?? "",
    accountName: event.accountName ?? "",
    accountEmail: event.accountEmail ?? "",
  });
}
