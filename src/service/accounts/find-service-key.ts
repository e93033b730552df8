import { secretMatches } from "../../credential/secret.ts";
import type { Token } from "../../credential/token.ts";
import * as store from "../../store/accounts/service-keys.ts";
import { type Caller, PERMISSIONS, type Permission } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** Finds the caller of a parsed service key, and updates its last use. Null for an unknown, revoked or expired key. */
export async function findServiceKey(
  deps: Pick<AccountDependencies, "lookUp" | "lastUse">,
  token: Token,
): Promise<Caller | null> {
  const key = await deps.lookUp((query) => store.findServiceKey(query, token.id));
  if (key === null || !secretMatches(token.secret, key.digest)) return null;
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= key.now)) return null;
  deps.lastUse.note("service_key", key.id, key);
  const { id, name, createdBy, creatorTeams } = key;
  const permissions = new Set(key.permissions.filter(isPermission));
  return { kind: "key", keyId: id, name, permissions, createdBy, creatorTeams };
}

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}
