import { isUuid } from "../../credential/uuid.ts";
import { readServiceKey, type ServiceKeyRow } from "../../store/accounts/service-keys.ts";
import type { Call } from "../call.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";

export interface GetServiceKeyRequest {
  serviceKeyId: string;
}

/** Returns a service key, also a revoked or expired one. */
export async function getServiceKey(
  deps: AccountDependencies,
  { serviceKeyId }: GetServiceKeyRequest,
  call: Call,
): Promise<ServiceKeyRow> {
  requirePlatform(call, "keys:write");
  if (!isUuid(serviceKeyId)) throw notFound("service key");
  const key = await deps.management.read((_em, query) => readServiceKey(query, serviceKeyId));
  if (key === null) throw notFound("service key");
  return key;
}
