import { isUuid } from "../../credential/uuid.ts";
import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { AuditFilter, AuditList, ListedAuditEvent } from "../../store/audit/audit-list.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";

export interface AuditDependencies {
  audit: AuditList;
}

export interface ListAuditEventsRequest extends AuditFilter {
  page: PageRequest;
}

/** Audit events, newest first, for operators and service keys. @throws RequestError OPERATOR_ONLY, PAGE_SIZE, PAGE_TOKEN */
export async function listAuditEvents(
  { audit }: AuditDependencies,
  { page, ...filter }: ListAuditEventsRequest,
  call: Call,
): Promise<Page<ListedAuditEvent>> {
  requireOperator(call, "Only an operator reads the audit trail.");
  const keyset = readPageRequest(page, ["id"]);
  if (!isStorable(filter)) return { items: [], nextPageToken: "" };
  const { shown, next } = await audit.page({ ...filter, ...keyset });
  return { items: shown, nextPageToken: toPageToken(next === null ? null : [next.id]) };
}

const ACTION = /^[a-z_.]{1,64}$/;

/** False if no row can have these values, some of which PostgreSQL would reject with an error. */
function isStorable({ clientId, installationId, merchantId, accountId, actorId, action }: AuditFilter): boolean {
  const checks: [string | null, (text: string) => boolean][] = [
    [clientId, isClientId],
    [installationId, isUuid],
    [merchantId, isMerchantId],
    [accountId, isUuid],
    [actorId, isUuid],
    [action, (text) => ACTION.test(text)],
  ];
  return checks.every(([value, isValid]) => value === null || isValid(value));
}
