import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { changeAppState, type ReasonRequest } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

export interface RequestChangesRequest extends ReasonRequest {
  /** The number of the revision that was reviewed; null: the revision that is in review. */
  revision: number | null;
  /** The requested restricted scopes that the decision refuses. */
  restrictedScopesRefused?: string[];
}

/**
 * Returns an app, or its pending revision, to the developer for changes.
 *
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE, REVISION_CHANGED, CLAIMED, INVALID
 */
export async function requestChanges(
  deps: AppDependencies,
  { clientId, reasonCode: code, reasonText: text, ...review }: RequestChangesRequest,
  call: Call,
): Promise<AppDetails> {
  return changeAppState(deps, { clientId, action: "request_changes", reason: { code, text }, ...review }, call);
}
