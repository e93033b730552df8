import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { changeAppState, type ReasonRequest } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

/** Suspends an approved app; its tokens are inactive until ResumeApp. @throws RequestError NOT_FOUND, OPERATOR_ONLY, STATE, INVALID */
export async function suspendApp(
  deps: AppDependencies,
  { clientId, reasonCode: code, reasonText: text }: ReasonRequest,
  call: Call,
): Promise<AppDetails> {
  return changeAppState(deps, { clientId, action: "suspend", reason: { code, text } }, call);
}
