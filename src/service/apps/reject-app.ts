import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { changeAppState, type ReasonRequest } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

export interface RejectAppRequest extends ReasonRequest {
  /** The number of the revision that was reviewed; null: the revision that is in review. */
  revision: number | null;
  /** The requested restricted scopes that the decision refuses. */
  restrictedScopesRefused?: string[];
}

/**
 * Rejects an app or its pending revision. The developer may change and submit it again.
 *
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE, REVISION_CHANGED, CLAIMED, INVALID
 */
export async function rejectApp(
  deps: AppDependencies,
  { clientId, reasonCode: code, reasonText: text, ...review }: RejectAppRequest,
  call: Call,
): Promise<AppDetails> {
  return changeAppState(deps, { clientId, action: "reject", reason: { code, text }, ...review }, call);
}
