import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  AuditEventSchema,
  ListAuditEventsRequest as ListAuditEventsMessage,
} from "../../../gen/latchkey/v1/audit_service_pb.ts";
import type { ListAuditEventsRequest } from "../../service/audit/list-audit-events.ts";
import type { ListedAuditEvent } from "../../store/audit/audit-list.ts";
import { fromTimestamp, orNull, toTimestamp } from "./fields.ts";

export function fromListAuditEvents(request: ListAuditEventsMessage): ListAuditEventsRequest {
  return {
    clientId: orNull(request.clientId),
    installationId: orNull(request.installationId),
    merchantId: orNull(request.merchantId),
    accountId: orNull(request.accountId),
    actorId: orNull(request.actorAccountId),
    action: orNull(request.action),
    from: fromTimestamp(request.doneFrom),
    before: fromTimestamp(request.doneBefore),
    page: request,
  };
}

/** Leaves out the addresses of a change of the e-mail address, which only the account itself may read. */
function detailFor({ action, detail }: ListedAuditEvent): ListedAuditEvent["detail"] {
  if (action !== "account.change_email") return detail;
  const { from, to, ...shown } = detail;
  return shown;
}

export function toAuditEvent(event: ListedAuditEvent): MessageInitShape<typeof AuditEventSchema> {
  const keyActed = event.actorId === null && event.actorClientId === null;
  return {
    eventId: event.id,
    at: toTimestamp(event.at),
    action: event.action,
    actorAccountId: event.actorId ?? "",
    serviceKeyId: (keyActed && event.callerKeyId) || "",
    callerName: event.callerName,
    actorClientId: event.actorClientId ?? "",
    clientId: event.clientId ?? "",
    installationId: event.installationId ?? "",
    merchantId: event.merchantId ?? "",
    accountId: event.accountId ?? "",
    address: event.address ?? "",
    requestId: event.requestId,
    detailJson: JSON.stringify(detailFor(event)),
    actorAccountName: event.actorName ?? "",
    actorAccountEmail: event.actorEmail ?? "",
    actorClientName: event.actorClientName ?? "",
    clientName: event.clientName ?? "",
    merchantName: event.merchantName ?? "",
    accountName: event.accountName ?? "",
    accountEmail: event.accountEmail ?? "",
  };
}
