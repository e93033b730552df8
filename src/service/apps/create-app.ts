import { createClientId } from "../../credential/secret.ts";
import { isUuid } from "../../credential/uuid.ts";
import type { AppChange } from "../../store/apps/app-change.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireVerified } from "../verified-email.ts";
import { requireNoViolations } from "../violations.ts";
import { chooseTeam, developerOnly } from "./access.ts";
import { issueSecret } from "./add-secret.ts";
import { addHistory } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";
import { adoptProfile, checkProfile } from "./draft.ts";
import { type AppProfile, completeProfile } from "./profile.ts";
import { type AppSettings, findSettingViolations, settingsAfter } from "./settings.ts";

export interface CreateAppRequest {
  profile: AppProfile;
  /** True if the app has a secret. */
  confidential: boolean;
  settings: AppSettings;
  /** The developer of the app, in whose team the acting account works; null: the acting account itself. */
  developerAccountId: string | null;
}

export interface CreatedApp extends AppDetails {
  /** Shown once; null for a public app. */
  clientSecret: string | null;
}

const NO_PROFILE = { privacyPolicy: null, logoDigest: null };
const BLANK = { name: "", redirectUris: [], scopes: [], registeredScopes: [] };

/**
 * Creates a draft, with a first secret if it is confidential.
 *
 * @throws RequestError DEVELOPER_ONLY, OTHER_ACCOUNT, EMAIL_UNVERIFIED, APP_LIMIT, INVALID with all violations
 */
export async function createApp(deps: AppDependencies, request: CreateAppRequest, call: Call): Promise<CreatedApp> {
  const { profile, confidential, settings } = request;
  const developerId = chooseDeveloper(call, request.developerAccountId);
  if (!isUuid(developerId)) throw unknownDeveloper();
  const row = { ...BLANK, clientId: createClientId(), confidential, developerId };
  const created = await deps.apps.create(row, async (change) => {
    // A caller with a service key may have found the account by its e-mail address, so the address must be verified.
    if (call.actor === null) requireVerified(change.app.developer);
    else await requireQuota(deps, change);
    const { catalogue, violations } = await checkProfile(change, profile, { ...deps, complete: false });
    requireNoViolations([...violations, ...findSettingViolations(settings, confidential, deps.lifetimes)]);
    adoptProfile(change, completeProfile(profile, NO_PROFILE), catalogue);
    Object.assign(change.app, settingsAfter(change.app, settings));
    addHistory(change, call, { action: "create", revision: 1, fromState: null, toState: "DRAFT" });
    const clientSecret = confidential ? issueSecret(deps.format, change, call).clientSecret : null;
    return { app: change.app, pending: null, secrets: change.secrets, clientSecret };
  });
  if (created === null) throw unknownDeveloper();
  return created;
}

function chooseDeveloper({ actor }: Call, requested: string | null): string {
  if (actor === null) {
    if (requested !== null) return requested;
    throw new RequestError("invalid_argument", "INVALID", "Name the developer's account.", {
      violations: [{ field: "developer_account_id", description: "Required if no developer is signed in." }],
    });
  }
  const team = chooseTeam(actor, requested);
  if (team === actor.accountId && !actor.developer) throw developerOnly("Only developers create apps.");
  return team;
}

async function requireQuota({ appsPerDeveloper: limit }: AppDependencies, change: AppChange): Promise<void> {
  if (limit === null || (await change.countApps()) <= limit) return;
  const description = `A developer has at most ${limit} apps. Archive one; its place is free a day later.`;
  throw new RequestError("resource_exhausted", "APP_LIMIT", description, {
    violations: [{ field: "profile.name", description, reason: "APP_LIMIT" }],
  });
}

function unknownDeveloper(): RequestError {
  return new RequestError("invalid_argument", "INVALID", "There is no such developer.", {
    violations: [{ field: "developer_account_id", description: "Name an active account that is a developer." }],
  });
}
