import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { changeAppState } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

/** Withdraws an app, or its pending revision, from review. @throws RequestError NOT_FOUND, DEVELOPER_ONLY, STATE */
export async function withdrawApp(
  deps: AppDependencies,
  { clientId }: { clientId: string },
  call: Call,
): Promise<AppDetails> {
  return changeAppState(deps, { clientId, action: "withdraw" }, call);
}
