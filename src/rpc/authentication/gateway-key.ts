import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Caller, Permission } from "../../service/call.ts";
import type { FindCaller } from "./service-key.ts";

/** The permissions of the gateway, which runs in the core's process or in its own. */
export const GATEWAY_PERMISSIONS: readonly Permission[] = ["tokens:forward", "web:act"];

/** The key of the gateway that runs in the core's own process. */
export interface GatewayKey {
  text: string;
  find: FindCaller;
}

/** Creates a random key for this process. It is not stored, and only the direct transport accepts it. */
export function createGatewayKey(): GatewayKey {
  const text = `in-process-${randomBytes(32).toString("base64url")}`;
  const expected = Buffer.from(text);
  const caller: Caller = { kind: "gateway", keyId: null, name: "gateway", permissions: new Set(GATEWAY_PERMISSIONS) };
  return {
    text,
    find(key) {
      const presented = Buffer.from(key);
      return presented.length === expected.length && timingSafeEqual(presented, expected) ? caller : null;
    },
  };
}
