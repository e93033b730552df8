import { isUuid } from "../../credential/uuid.ts";
import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { AuditList, AuditView } from "../../store/audit/audit-list.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import type { AuditFilter, AuditOperations } from "./operations.ts";
import type { AuditRecord } from "./records.ts";

/** The operations on the audit trail over a store. */
export function createAuditOperations(deps: { audit: AuditList }): AuditOperations {
  return { list: (filter, page, call) => listEvents(deps.audit, { filter, page }, call) };
}

async function listEvents(
  audit: AuditList,
  { filter, page }: { filter: AuditFilter; page: PageRequest },
  call: Call,
): Promise<Page<AuditRecord>> {
  requireOperator(call, "Only an operator reads the audit trail.");
  const keyset = readPageRequest(page, ["id"]);
  if (!couldMatch(filter)) return { items: [], nextPageToken: "" };
  const { shown, next } = await audit.page({ ...filter, ...keyset });
  return { items: shown.map(toRecord), nextPageToken: toPageToken(next === null ? null : [next.id]) };
}

const ACTION = /^[a-z_.]{1,64}$/;

/** False for what no row can hold: it is asked of no table, which would call it a fault of ours. */
function couldMatch({ clientId, installationId, merchantId, accountId, action }: AuditFilter): boolean {
  const checks: [string | null, (text: string) => boolean][] = [
    [clientId, isClientId],
    [installationId, isUuid],
    [merchantId, isMerchantId],
    [accountId, isUuid],
    [action, (text) => ACTION.test(text)],
  ];
  return checks.every(([value, isOne]) => value === null || isOne(value));
}

function toRecord(event: AuditView): AuditRecord {
  const byKey = event.actorId === null && event.actorClientId === null;
  return {
    eventId: event.id,
    at: event.at,
    action: event.action,
    actorAccountId: event.actorId,
    serviceKeyId: byKey ? event.callerKeyId : null,
    callerName: event.callerName,
    actorClientId: event.actorClientId,
    clientId: event.clientId,
    installationId: event.installationId,
    merchantId: event.merchantId,
    accountId: event.accountId,
    address: event.address,
    requestId: event.requestId,
    detail: event.detail,
    actorAccountName: event.actorName,
    actorAccountEmail: event.actorEmail,
    actorClientName: event.actorClientName,
    clientName: event.clientName,
    merchantName: event.merchantName,
    accountName: event.accountName,
    accountEmail: event.accountEmail,
  };
}
