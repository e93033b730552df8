import { insertServiceKey, newServiceKeyId, type ServiceKeyRow } from "../../store/accounts/service-keys.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Call, PERMISSIONS, type Permission } from "../call.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied } from "./errors.ts";
import { findNameError, requireValid } from "./fields.ts";
import { isPermission } from "./find-service-key.ts";
import { requireRecentProof } from "./verified-session.ts";

export interface CreateServiceKeyRequest {
  name: string;
  /** Unknown permissions are an error. */
  permissions: string[];
  /** Microseconds; null: the key does not expire. */
  expiresAt: number | null;
}

export interface CreatedServiceKey {
  serviceKey: ServiceKeyRow;
  /** The key, returned only once. */
  secret: string;
}

/**
 * Creates a service key. A caller with a service key can grant only the permissions of that key; an operator can grant all. A key with
 * `web:act` can have only one more permission, `tokens:forward`, so that a flaw in a page does not expose permissions of internal
 * services.
 * @throws RequestError VERIFICATION_REQUIRED for an operator without a recent proof of identity; callers with a service key need none
 */
export async function createServiceKey(
  deps: AccountDependencies,
  request: CreateServiceKeyRequest,
  call: Call,
): Promise<CreatedServiceKey> {
  requirePlatform(call, "keys:write");
  requireValid({ name: findNameError(request.name), permissions: findPermissionsError(request.permissions) });
  const permissions = PERMISSIONS.filter((permission) => request.permissions.includes(permission));
  requireOwnPermissions(permissions, call);
  return deps.management.transactional(async (tx) => {
    await requireRecentProof(tx.query, call);
    const { id, now } = await newServiceKeyId(tx.query);
    const { expiresAt, name } = request;
    requireValid({ expires_at: expiresAt !== null && expiresAt <= now ? "The expiry must be in the future." : null });
    const { text, digest } = deps.format.create("sk", id);
    // A key created by another key has the creator of that key, so that no chain of keys can review the creator's own apps.
    const createdBy = call.actor?.accountId ?? call.caller.createdBy ?? null;
    const creatorName = call.actor === null ? call.caller.name : null;
    const key = { id, digest, hint: text.slice(-4), name, permissions, expiresAt, createdBy, creatorName };
    const serviceKey = await insertServiceKey(tx.query, key);
    recordAudit(tx, call, { action: "service_key.create", detail: { service_key_id: id, name, permissions } });
    return { serviceKey, secret: text };
  });
}

const GATEWAY_PERMISSIONS: readonly string[] = ["web:act", "tokens:forward"];

function findPermissionsError(permissions: readonly string[]): string | null {
  if (!permissions.every(isPermission)) return `Permissions must be among ${PERMISSIONS.join(", ")}.`;
  if (permissions.length === 0) return "A key must have a permission.";
  const isGateway = permissions.includes("web:act");
  const isMixed = isGateway && permissions.some((permission) => !GATEWAY_PERMISSIONS.includes(permission));
  return isMixed ? "A key with web:act may have no other permission than tokens:forward." : null;
}

/** @throws RequestError PERMISSIONS if a key grants a permission that it lacks */
function requireOwnPermissions(permissions: readonly Permission[], { actor, caller }: Call): void {
  if (actor !== null) return;
  const beyond = permissions.filter((permission) => !caller.permissions.has(permission));
  if (beyond.length > 0)
    throw denied("PERMISSIONS", `A service key cannot grant permissions that it lacks: ${beyond.join(", ")}.`);
}
