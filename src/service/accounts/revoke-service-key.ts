import { isUuid } from "../../credential/uuid.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { readServiceKey, revokeServiceKey as revoke, type ServiceKeyRow } from "../../store/accounts/service-keys.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";

export interface RevokeServiceKeyRequest {
  serviceKeyId: string;
}

/** Revokes a service key. A revoked or expired key stays unchanged. */
export async function revokeServiceKey(
  deps: AccountDependencies,
  { serviceKeyId }: RevokeServiceKeyRequest,
  call: Call,
): Promise<ServiceKeyRow> {
  requirePlatform(call, "keys:write");
  if (!isUuid(serviceKeyId)) throw notFound("service key");
  return deps.management.transactional(async (tx) => {
    const revoked = await revoke(tx.query, serviceKeyId);
    const key = await readServiceKey(tx.query, serviceKeyId);
    if (key === null) throw notFound("service key");
    const detail: AuditDetail = { service_key_id: serviceKeyId, name: key.name };
    if (revoked) recordAudit(tx, call, { action: "service_key.revoke", detail });
    return key;
  });
}
