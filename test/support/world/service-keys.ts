import { createServiceKey } from "../../../src/service/accounts/create-service-key.ts";
import { findServiceKey } from "../../../src/service/accounts/find-service-key.ts";
import { byKey } from "./calls.ts";
import type { World } from "./world.ts";

/** A service key that creates others with its own permissions. */
export const maker = byKey("keys:write", "apps:read", "tokens:introspect", "tokens:forward");

export const createKey = ({ deps }: World, permissions: string[], call = maker, expiresAt: number | null = null) =>
  createServiceKey(deps, { name: "service", permissions, expiresAt }, call);

/** The caller that a key authenticates, or null. */
export async function findKey({ deps }: World, secret: string) {
  const parsed = deps.format.parse(secret, "sk");
  return parsed.kind === "token" ? findServiceKey(deps, parsed) : null;
}
