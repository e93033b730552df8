import type { Call, Caller, Permission } from "../../../src/service/call.ts";

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
