import { type Call, PERMISSIONS } from "../service/call.ts";

/** Who does what the start of a demo does past the RPCs. */
export const DEMO_START: Call = {
  caller: { kind: "key", keyId: null, name: "start of the demo", permissions: new Set(PERMISSIONS) },
  actor: null,
  address: null,
  requestId: "start",
};
