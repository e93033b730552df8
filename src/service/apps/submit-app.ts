import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { validateText } from "../text-validation.ts";
import { requireVerified } from "../verified-email.ts";
import { requireNoViolations, violation } from "../violations.ts";
import { changeApp } from "./change-app.ts";
import { applyTransition, requireTransition } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";
import { checkProfile, draftOf } from "./draft.ts";

const NOTE = { min: 0, max: 1000, multiline: true };

export interface SubmitAppRequest {
  clientId: string;
  /** The developer's words to the reviewer; empty for none. */
  note?: string;
}

/**
 * Submits an app, or its pending revision, for review. The profile must be complete and the developer's e-mail verified.
 *
 * @throws RequestError NOT_FOUND, DEVELOPER_ONLY, STATE, EMAIL_UNVERIFIED, INVALID with all violations
 */
export async function submitApp(
  deps: AppDependencies,
  { clientId, note = "" }: SubmitAppRequest,
  call: Call,
): Promise<AppDetails> {
  return changeApp(deps.apps, clientId, async (change) => {
    const transition = requireTransition(change, call, "submit");
    requireVerified(change.app.developer);
    const { violations } = await checkProfile(change, draftOf(change), { ...deps, complete: true });
    requireNoViolations([...violations, ...violation("note", validateText(note, NOTE))]);
    applyTransition(change, call, { ...transition, note });
    return change;
  });
}
