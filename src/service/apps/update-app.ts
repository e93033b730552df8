import type { App } from "../../model/app.ts";
import type { AppChange } from "../../store/apps/app-change.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireNoViolations } from "../violations.ts";
import { checkAccess } from "./access.ts";
import { auditChange, changeApp, requireNotArchived, touch } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";
import { checkProfile, draftOf, requireEditable, writeDraft } from "./draft.ts";
import { type AppProfile, completeProfile, isSameProfile, type ReviewedProfile } from "./profile.ts";
import { type AppSettings, findSettingViolations, NO_CHANGE, settingsAfter } from "./settings.ts";

export interface UpdateAppRequest {
  clientId: string;
  /** Null: only the settings change. */
  profile: AppProfile | null;
  /** The number of the revision that the caller read; null or absent: not checked. */
  revision?: number | null;
  settings: AppSettings;
}

/**
 * Changes the settings, which take effect at once, and the profile. The profile of a live app changes in its pending revision.
 * @throws RequestError NOT_FOUND, DEVELOPER_ONLY, STATE, REVISION_CHANGED, INVALID with all violations
 */
export async function updateApp(deps: AppDependencies, request: UpdateAppRequest, call: Call): Promise<AppDetails> {
  return changeApp(deps.apps, request.clientId, async (change) => {
    const { app } = change;
    checkAccess(call, app.developer.id, "write");
    requireNotArchived(app);
    const profile = changedProfile(change, request.profile);
    if (profile !== null) {
      requireEditable(change);
      requireUnchanged(change, request.revision ?? null);
    }
    const checked = profile && (await checkProfile(change, profile, { ...deps, complete: false }));
    const settingViolations = findSettingViolations(request.settings, app.confidential, deps.lifetimes);
    requireNoViolations([...(checked?.violations ?? []), ...settingViolations]);
    const revision = checked && (await writeDraft(change, call, { profile: profile!, catalogue: checked.catalogue }));
    const settings = applySettings(app, request.settings);
    if (revision !== null || settings !== null) {
      touch(change);
      auditChange(change, call, "app.update", { revision, settings });
    }
    return change;
  });
}

/** @throws RequestError REVISION_CHANGED if the draft is not the one that the caller read */
function requireUnchanged({ app, pending }: AppChange, read: number | null): void {
  const { number } = pending ?? { number: app.revision };
  if (read === null || read === number) return;
  throw new RequestError("aborted", "REVISION_CHANGED", `The profile is now revision ${number}: read it first.`);
}

/** The requested profile with the current logo; null if it equals the draft. */
function changedProfile(change: AppChange, requested: AppProfile | null): ReviewedProfile | null {
  if (requested === null) return null;
  const before = draftOf(change);
  const after = completeProfile(requested, before);
  return isSameProfile(before, after) ? null : after;
}

/** Applies the settings and returns them; null if nothing changes. */
function applySettings(app: App, change: AppSettings): ReturnType<typeof settingsAfter> | null {
  const before = settingsAfter(app, NO_CHANGE);
  const after = settingsAfter(app, change);
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  Object.assign(app, after);
  return after;
}
