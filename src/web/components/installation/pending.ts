import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";

/** True if the merchant allowed an app, again if it was uninstalled, and the app has not finished connecting. */
export function isPending({ state, pendingSince }: Installation): boolean {
  return state === InstallationState.PENDING || pendingSince !== undefined;
}
