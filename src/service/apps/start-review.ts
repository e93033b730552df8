import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { changeAppState } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

/**
 * Starts the review of a submitted app or pending revision, and claims it for the operator of a session.
 *
 * @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE, CLAIMED
 */
export async function startReview(
  deps: AppDependencies,
  { clientId }: { clientId: string },
  call: Call,
): Promise<AppDetails> {
  return changeAppState(deps, { clientId, action: "start_review" }, call);
}
