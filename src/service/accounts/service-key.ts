import { secretMatches } from "../../credential/digest.ts";
import type { Token } from "../../credential/token.ts";
import { isUuid } from "../../credential/uuid.ts";
import * as store from "../../store/accounts/service-keys.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Call, type Caller, PERMISSIONS, type Permission } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findNameError, findPrefixError, refuseErrors } from "./fields.ts";
import type { ServiceKeyRecord } from "./records.ts";
import { denied, notFound, requirePlatform } from "./who.ts";

export interface CreateServiceKey {
  name: string;
  /** Texts of whoever asks; those that are no permissions are refused. */
  permissions: string[];
  /** Microseconds; null: it ends only when revoked. */
  expiresAt: number | null;
}

export interface CreatedServiceKey {
  serviceKey: ServiceKeyRecord;
  /** The key itself, shown once. */
  secret: string;
}

/**
 * Makes a service key. A key gives only permissions that it has itself; a signed-in operator gives any, `web:act` among them, for somebody has to
 * make the gateway's key and an operator could do by other permissions whatever a session can. Beside `web:act` a key has `tokens:forward` and
 * nothing else, so that a flaw in a page does not reach what the platform's services may do.
 */
export async function createServiceKey(
  deps: AccountDependencies,
  request: CreateServiceKey,
  call: Call,
): Promise<CreatedServiceKey> {
  requirePlatform(call, "keys:write");
  refuseErrors({ name: findNameError(request.name), permissions: findRightsError(request.permissions) });
  const permissions = PERMISSIONS.filter((right) => request.permissions.includes(right));
  refuseRightsBeyond(permissions, call);
  return deps.management.transactional(async (tx) => {
    const { id, now } = await store.newServiceKeyId(tx.query);
    const { expiresAt, name } = request;
    refuseErrors({ expires_at: expiresAt !== null && expiresAt <= now ? "The key must end in the future." : null });
    const { text, digest } = deps.format.create("sk", id);
    // A key of a key stays its creator's, so that no chain of keys reviews the creator's own apps.
    const createdBy = call.actor?.accountId ?? call.caller.createdBy ?? null;
    const creatorName = call.actor === null ? call.caller.name : null;
    const key = { id, digest, hint: text.slice(-4), name, permissions, expiresAt, createdBy, creatorName };
    const row = await store.insertServiceKey(tx.query, key);
    recordAudit(tx, call, { action: "service_key.create", detail: { service_key_id: id, name, permissions } });
    return { serviceKey: toServiceKeyRecord(row), secret: text };
  });
}

const BESIDE_WEB: readonly Permission[] = ["web:act", "tokens:forward"];

function findRightsError(permissions: readonly string[]): string | null {
  const unknown = permissions.find((right) => !isRight(right));
  if (unknown !== undefined) return `Permissions must be among ${PERMISSIONS.join(", ")}.`;
  if (permissions.length === 0) return "A key must have a permission.";
  const lone =
    permissions.includes("web:act") && permissions.some((right) => !BESIDE_WEB.includes(right as Permission));
  return lone ? "Beside web:act a key may have tokens:forward only." : null;
}

function isRight(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}

function refuseRightsBeyond(permissions: readonly Permission[], { actor, caller }: Call): void {
  if (actor !== null) return;
  const beyond = permissions.filter((right) => !caller.permissions.has(right));
  if (beyond.length > 0) throw denied("PERMISSIONS", `A service key cannot give what it lacks: ${beyond.join(", ")}.`);
}

export interface ListServiceKeys {
  /** Only those whose name starts with this, letter case aside; empty: whichever. */
  namePrefix?: string;
  includeEnded: boolean;
  page: PageRequest;
}

/** Service keys in the order of their names. */
export async function listServiceKeys(
  deps: AccountDependencies,
  request: ListServiceKeys,
  call: Call,
): Promise<Page<ServiceKeyRecord>> {
  requirePlatform(call, "keys:write");
  const { namePrefix = "" } = request;
  refuseErrors({ name_prefix: findPrefixError(namePrefix) });
  const asked = {
    ...readPageRequest(request.page, ["text", "id"]),
    prefix: namePrefix.toLowerCase(),
    ended: request.includeEnded,
  };
  const { shown, next } = await deps.management.read((_em, query) => store.listServiceKeys(query, asked));
  return { items: shown.map(toServiceKeyRecord), nextPageToken: toPageToken(next && [next.sortName, next.id]) };
}

/** One key, ended or not. */
export async function getServiceKey(
  deps: AccountDependencies,
  serviceKeyId: string,
  call: Call,
): Promise<ServiceKeyRecord> {
  requirePlatform(call, "keys:write");
  const row = isUuid(serviceKeyId)
    ? await deps.management.read((_em, query) => store.findServiceKey(query, serviceKeyId))
    : null;
  if (row === null) throw notFound("service key");
  return toServiceKeyRecord(row);
}

/** Ends a key; one that has ended already stays as it is. */
export async function revokeServiceKey(
  deps: AccountDependencies,
  serviceKeyId: string,
  call: Call,
): Promise<ServiceKeyRecord> {
  requirePlatform(call, "keys:write");
  if (!isUuid(serviceKeyId)) throw notFound("service key");
  return deps.management.transactional(async (tx) => {
    const revoked = await store.revokeServiceKey(tx.query, serviceKeyId);
    const row = await store.findServiceKey(tx.query, serviceKeyId);
    if (row === null) throw notFound("service key");
    const detail = { service_key_id: serviceKeyId, name: row.name };
    if (revoked) recordAudit(tx, call, { action: "service_key.revoke", detail });
    return toServiceKeyRecord(row);
  });
}

function toServiceKeyRecord(row: store.ServiceKeyRow): ServiceKeyRecord {
  const { id, name, hint, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  return {
    serviceKeyId: id,
    name,
    permissions: row.permissions.filter(isRight),
    hint,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
  };
}

/** The caller that a service key (parsed, of type `sk`) speaks for; null for one unknown, revoked or expired. Notes its use. */
export async function findServiceKey(deps: AccountDependencies, token: Token): Promise<Caller | null> {
  const row = await deps.lookUp((query) => store.findServiceKey(query, token.id));
  if (row === null || !secretMatches(token.secret, row.digest)) return null;
  if (row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= row.now)) return null;
  deps.lastUse.note("service_key", row.id, row);
  const { id, name, createdBy } = row;
  return { kind: "key", keyId: id, name, permissions: new Set(row.permissions.filter(isRight)), createdBy };
}
