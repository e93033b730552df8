import { isScopeToken } from "../../oauth/parameters.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import type { FieldViolation } from "../errors.ts";
import { checkAccess, requireDeveloper } from "./access.ts";
import { findApp } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { AppProfile } from "./profile.ts";
import { findProfileViolations } from "./profile-violations.ts";
import { type AppSettings, findSettingViolations } from "./settings.ts";

export interface ValidateAppRequest {
  profile: AppProfile;
  /** True if the new app has a secret. Ignored for an existing app. */
  confidential: boolean;
  settings: AppSettings;
  /** The existing app that the profile is for; null for a new app. */
  clientId: string | null;
}

/**
 * Returns all violations that would prevent a submission. Takes no locks, so the result may be out of date when the app is submitted.
 * @throws RequestError DEVELOPER_ONLY, NOT_FOUND
 */
export async function validateApp(
  deps: AppDependencies,
  { profile, settings, clientId, ...request }: ValidateAppRequest,
  call: Call,
): Promise<FieldViolation[]> {
  requireDeveloper(call);
  const details = clientId === null ? null : await findOwnApp(deps, clientId, call);
  const confidential = details?.app.confidential ?? request.confidential;
  const names = profile.scopes.map(({ name }) => name).filter(isScopeToken);
  const catalogue = (await deps.scopes.list(true)).filter(({ name }) => names.includes(name));
  const kept = new Set([...(details?.app.scopes ?? []), ...(details?.pending?.scopes ?? [])].map(({ name }) => name));
  const { publicUrlIsLoopback, lifetimes } = deps;
  const facts = { confidential, publicUrlIsLoopback, catalogue, kept, complete: true };
  return [...findProfileViolations(profile, facts), ...findSettingViolations(settings, confidential, lifetimes)];
}

async function findOwnApp({ apps }: AppDependencies, clientId: string, call: Call): Promise<AppDetails> {
  const details = await findApp(apps, clientId);
  checkAccess(call, details.app.developer.id, "write");
  return details;
}
