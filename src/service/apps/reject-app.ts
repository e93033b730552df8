import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { changeAppState, type ReturnRequest } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

/**
 * Rejects an app or its pending revision. The developer may change and submit it again.
 *
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE, REVISION_CHANGED, CLAIMED, INVALID
 */
export async function rejectApp(
  deps: AppDependencies,
  { clientId, reasonCode: code, reasonText: text, ...review }: ReturnRequest,
  call: Call,
): Promise<AppDetails> {
  return changeAppState(deps, { clientId, action: "reject", reason: { code, text }, ...review }, call);
}
