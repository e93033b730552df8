import { createClientId } from "../../credential/secret.ts";
import { isUuid } from "../../credential/uuid.ts";
import type { App } from "../../model/app.ts";
import type { AppChange } from "../../store/apps/apps.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireVerified } from "../verified-email.ts";
import { refuseViolations } from "../violations.ts";
import { checkAccess, developerOfNew } from "./access.ts";
import { audit, changeApp, closeRevision, record, refuseState, requireStanding, touch } from "./change.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { CreateApp, UpdateApp } from "./operations.ts";
import { toAppRecord } from "./record.ts";
import type { AppProfile, AppRecord, ReviewedProfile } from "./records.ts";
import { adoptProfile, draftOf, isSameProfile, judgeProfile, requireWritable, writeDraft } from "./reviewed.ts";
import { issueSecret } from "./secrets.ts";
import type { AppSettings } from "./settings.ts";
import { findSettingViolations, settingsAfter } from "./settings.ts";

const BLANK = { name: "", redirectUris: [], scopes: [], registeredScopes: [] };

/** Makes a draft and, for an app that is to have one, its first secret. */
export async function createApp(deps: AppDependencies, request: CreateApp, call: Call) {
  const { profile, confidential } = request;
  const row = { ...BLANK, clientId: createClientId(), confidential };
  const developerId = developerOfNew(call, request.developerAccountId);
  if (!isUuid(developerId)) throw noDeveloper();
  const made = await deps.apps.create({ ...row, developerId }, async (change) => {
    // A key may have found the developer by e-mail; a session is the developer's own.
    if (call.actor === null) requireVerified(change.app.developer);
    else await requireRoom(deps, change);
    const settings = findSettingViolations(request.settings, confidential, deps.lifetimes);
    const judged = await judgeProfile(change, profile, { ...deps, complete: false });
    refuseViolations([...judged.violations, ...settings]);
    adoptProfile(change, { ...profile, logoDigest: null }, judged.catalogue);
    Object.assign(change.app, settingsAfter(change.app, request.settings));
    record(change, call, { action: "create", revision: 1, fromState: null, toState: "DRAFT" });
    const clientSecret = confidential ? issueSecret(deps.tokens, change, call).clientSecret : null;
    return { app: toAppRecord(change, deps.publicUrl), clientSecret };
  });
  if (made === null) throw noDeveloper();
  return made;
}

/** @throws RequestError APP_LIMIT where the new app is one too many for its developer */
async function requireRoom({ appsPerDeveloper: most }: AppDependencies, change: AppChange): Promise<void> {
  if (most === null || (await change.countApps()) <= most) return;
  const description = `A developer has at most ${most} apps. Archive one; its place is free a day later.`;
  throw new RequestError("resource_exhausted", "APP_LIMIT", description, {
    violations: [{ field: "profile.name", description, reason: "APP_LIMIT" }],
  });
}

function noDeveloper(): RequestError {
  return new RequestError("invalid_argument", "INVALID", "There is no such developer.", {
    violations: [{ field: "developer_account_id", description: "Name an active account that is a developer." }],
  });
}

/** Changes the profile, of a live app in its pending revision, and the settings, which take effect at once. */
export async function updateApp(deps: AppDependencies, request: UpdateApp, call: Call): Promise<AppRecord> {
  return changeApp(deps.apps, request.clientId, async (change) => {
    const { app } = change;
    checkAccess(call, app.developer.id, "write");
    requireStanding(app);
    const profile = newDraft(change, request.profile);
    if (profile !== null) requireWritable(change);
    const judged = profile === null ? null : await judgeProfile(change, profile, { ...deps, complete: false });
    const settings = findSettingViolations(request.settings, app.confidential, deps.lifetimes);
    refuseViolations([...(judged?.violations ?? []), ...settings]);
    const revision = judged === null ? null : await writeDraft(change, call, { profile: profile!, ...judged });
    const changed = updateSettings(app, request.settings);
    if (revision !== null || changed !== null) {
      touch(change);
      audit(change, call, "app.update", { revision, settings: changed });
    }
    return toAppRecord(change, deps.publicUrl);
  });
}

/** The profile that is asked for with the logo that there is; null if it says nothing new. */
function newDraft(change: AppChange, asked: AppProfile | null): ReviewedProfile | null {
  if (asked === null) return null;
  const before = draftOf(change);
  const after = { ...asked, logoDigest: before.logoDigest };
  return isSameProfile(before, after) ? null : after;
}

/** Applies the settings and gives them; null if they are as they were. */
function updateSettings(app: App, asked: AppSettings): ReturnType<typeof settingsAfter> | null {
  const before = settingsAfter(app, UNCHANGED);
  const after = settingsAfter(app, asked);
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  Object.assign(app, after);
  return after;
}

const UNCHANGED: AppSettings = { refreshMode: null, accessTokenTtl: null, refreshTokenTtl: null };

/** Drops the pending revision of a live app; the app goes on as it is. */
export async function discardRevision(deps: AppDependencies, clientId: string, call: Call): Promise<AppRecord> {
  return changeApp(deps.apps, clientId, async (change) => {
    const { app, pending } = change;
    checkAccess(call, app.developer.id, "write");
    if (pending === null) throw refuseState("The app has no pending revision.");
    const { number: revision, state: fromState } = pending;
    closeRevision(change);
    await change.dropLogos();
    touch(change);
    record(change, call, { action: "discard_revision", revision, fromState, toState: app.state });
    return toAppRecord(change, deps.publicUrl);
  });
}
