import { secretMatches } from "../../credential/digest.ts";
import type { Token } from "../../credential/token.ts";
import * as store from "../../store/accounts/service-keys.ts";
import { recordAudit } from "../audit/record.ts";
import { type Call, type Caller, RIGHTS, type Right } from "../call.ts";
import { isId } from "../id.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findNameFault, findPrefixFault, refuseFaults } from "./fields.ts";
import type { ServiceKeyRecord } from "./records.ts";
import { denied, notFound, requirePlatform } from "./who.ts";

export interface CreateServiceKey {
  name: string;
  /** Texts of whoever asks; those that are no rights are refused. */
  rights: string[];
  /** Microseconds; null: it ends only when revoked. */
  expiresAt: number | null;
}

export interface CreatedServiceKey {
  serviceKey: ServiceKeyRecord;
  /** The key itself, shown once. */
  secret: string;
}

/**
 * Makes a service key. A key gives only rights that it has itself; a signed-in operator gives any, `web:act` among them, for somebody has to
 * make the gateway's key and an operator could do by other rights whatever a session can. Beside `web:act` a key has `tokens:forward` and
 * nothing else, so that a flaw in a page does not reach what the platform's services may do.
 */
export async function createServiceKey(
  deps: AccountDependencies,
  request: CreateServiceKey,
  call: Call,
): Promise<CreatedServiceKey> {
  requirePlatform(call, "keys:write");
  refuseFaults({ name: findNameFault(request.name), rights: findRightsFault(request.rights) });
  const rights = RIGHTS.filter((right) => request.rights.includes(right));
  refuseRightsBeyond(rights, call);
  return deps.management.transactional(async (tx) => {
    const { id, now } = await store.newServiceKeyId(tx.query);
    const { expiresAt, name } = request;
    refuseFaults({ expires_at: expiresAt !== null && expiresAt <= now ? "The key must end in the future." : null });
    const { text, digest } = deps.format.create("sk", id);
    // A key of a key stays its creator's, so that no chain of keys reviews the creator's own apps.
    const createdBy = call.actor?.accountId ?? call.caller.createdBy ?? null;
    const creatorName = call.actor === null ? call.caller.name : null;
    const key = { id, digest, hint: text.slice(-4), name, rights, expiresAt, createdBy, creatorName };
    const row = await store.insertServiceKey(tx.query, key);
    recordAudit(tx, call, { action: "service_key.create", detail: { service_key_id: id, name, rights } });
    return { serviceKey: toServiceKeyRecord(row), secret: text };
  });
}

const BESIDE_WEB: readonly Right[] = ["web:act", "tokens:forward"];

function findRightsFault(rights: readonly string[]): string | null {
  const unknown = rights.find((right) => !isRight(right));
  if (unknown !== undefined) return `Rights must be among ${RIGHTS.join(", ")}.`;
  if (rights.length === 0) return "A key must have a right.";
  const lone = rights.includes("web:act") && rights.some((right) => !BESIDE_WEB.includes(right as Right));
  return lone ? "Beside web:act a key may have tokens:forward only." : null;
}

function isRight(text: string): text is Right {
  return (RIGHTS as readonly string[]).includes(text);
}

function refuseRightsBeyond(rights: readonly Right[], { actor, caller }: Call): void {
  if (actor !== null) return;
  const beyond = rights.filter((right) => !caller.rights.has(right));
  if (beyond.length > 0) throw denied("RIGHTS", `A service key cannot give what it lacks: ${beyond.join(", ")}.`);
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
  refuseFaults({ name_prefix: findPrefixFault(namePrefix) });
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
  const row = isId(serviceKeyId)
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
  if (!isId(serviceKeyId)) throw notFound("service key");
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
    rights: row.rights.filter(isRight),
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
  return { kind: "key", keyId: id, name, rights: new Set(row.rights.filter(isRight)), createdBy };
}
