import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { changeAppState, type ReturnRequest } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

/**
 * Returns an app, or its pending revision, to the developer for changes.
 *
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE, REVISION_CHANGED, CLAIMED, INVALID
 */
export async function requestChanges(
  deps: AppDependencies,
  { clientId, reasonCode: code, reasonText: text, ...review }: ReturnRequest,
  call: Call,
): Promise<AppDetails> {
  return changeAppState(deps, { clientId, action: "request_changes", reason: { code, text }, ...review }, call);
}
