import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { changeAppState } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

/** Lifts a suspension, so that the app's tokens are active again. @throws RequestError NOT_FOUND, OPERATOR_ONLY, OWN_APP, STATE */
export async function resumeApp(
  deps: AppDependencies,
  { clientId }: { clientId: string },
  call: Call,
): Promise<AppDetails> {
  return changeAppState(deps, { clientId, action: "resume" }, call);
}
