import { randomUUID } from "node:crypto";
import { type Call, type Caller, PERMISSIONS, type Permission } from "../../../src/service/call.ts";

const GATEWAY: Caller = {
  kind: "gateway",
  keyId: null,
  name: "gateway",
  permissions: new Set(["tokens:forward", "web:act"]),
};

/** A page without a session. */
export const page: Call = { caller: GATEWAY, actor: null, address: "192.0.2.1", requestId: "test" };

/** A service key with these permissions. */
export function byKey(...permissions: Permission[]): Call {
  const caller: Caller = { kind: "key", keyId: null, name: "test", permissions: new Set(permissions) };
  return { caller, actor: null, address: null, requestId: "test" };
}

/** A service key that manages accounts. */
export const platform = byKey("accounts:read", "accounts:write", "keys:write");

/** A service key with every permission. */
export function keyCall(): Call {
  const caller = { kind: "key", keyId: randomUUID(), name: "platform", permissions: new Set(PERMISSIONS) } as const;
  return { caller, actor: null, address: "192.0.2.7", requestId: "req-key" };
}

/** A call of a session of the account. The session has no row. */
export function callOf(accountId: string, roles: { operator?: boolean; developer?: boolean } = {}): Call {
  const { operator = false, developer = false } = roles;
  const actor = { accountId, sessionId: randomUUID(), operator, developer };
  return { ...page, actor, address: "192.0.2.8", requestId: "req-web" };
}
