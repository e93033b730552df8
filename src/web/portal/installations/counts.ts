import type { CountInstallationsResponse } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { isUnimplemented } from "../../../rpc/errors.ts";

/** The number of an app's installations by health and state. */
export type Counts = Omit<CountInstallationsResponse, "$typeName" | "$unknown">;

/** Handles a core of the previous release, which does not count installations by health. */
export function orNoCounts(failure: unknown): null {
  if (isUnimplemented(failure)) return null;
  throw failure;
}
