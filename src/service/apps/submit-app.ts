import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { requireVerified } from "../verified-email.ts";
import { requireNoViolations } from "../violations.ts";
import { changeApp } from "./change-app.ts";
import { applyTransition, requireTransition } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";
import { checkProfile, draftOf } from "./draft.ts";

/**
 * Submits an app, or its pending revision, for review. The profile must be complete and the developer's e-mail verified.
 *
 * @throws RequestError NOT_FOUND, DEVELOPER_ONLY, STATE, EMAIL_UNVERIFIED, INVALID with all violations
 */
export async function submitApp(
  deps: AppDependencies,
  { clientId }: { clientId: string },
  call: Call,
): Promise<AppDetails> {
  return changeApp(deps.apps, clientId, async (change) => {
    const transition = requireTransition(change, call, "submit");
    requireVerified(change.app.developer);
    const { violations } = await checkProfile(change, draftOf(change), { ...deps, complete: true });
    requireNoViolations(violations);
    applyTransition(change, call, transition);
    return change;
  });
}
