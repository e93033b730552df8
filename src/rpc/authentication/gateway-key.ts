import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Caller, Permission } from "../../service/call.ts";
import type { FindCaller } from "./service-key.ts";

/** What the gateway may, in this process or in one of its own. */
export const GATEWAY_PERMISSIONS: readonly Permission[] = ["tokens:forward", "web:act"];

/** The key of the gateway that runs in the core's own process. */
export interface GatewayKey {
  text: string;
  find: FindCaller;
}

/** A random key, made anew at each start and stored nowhere. Only the direct transport is given its `find`. */
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
