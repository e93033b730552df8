import { reachOf } from "../../oauth/app-state.ts";
import { type AuthorizeFinding, checkAuthorize } from "../../oauth/authorize-check.ts";
import { readAuthorizeUrl } from "../../oauth/authorize-url.ts";
import { isClientId, isScopeToken } from "../../oauth/parameters.ts";
import type { WholeApp } from "../../store/apps/apps.ts";
import type { Call } from "../call.ts";
import { type FieldViolation, RequestError } from "../errors.ts";
import { checkAccess } from "./access.ts";
import { findApp } from "./change.ts";
import type { AppDependencies } from "./dependencies.ts";
import { findProfileViolations } from "./profile.ts";
import type { AppProfile } from "./records.ts";
import type { AppSettings } from "./settings.ts";
import { findSettingViolations } from "./settings.ts";

export interface ValidateApp {
  profile: AppProfile;
  /** Of an app that there is, its own answer counts. */
  confidential: boolean;
  settings: AppSettings;
  /** The app that the profile would change; null: a new one. */
  clientId: string | null;
}

/** Everything that keeps a profile from being submitted. Reads only: what it finds may be out of date by the time of the submission. */
export async function validateApp(deps: AppDependencies, request: ValidateApp, call: Call): Promise<FieldViolation[]> {
  requireDeveloper(call);
  const whole = request.clientId === null ? null : await findOwn(deps, request.clientId, call);
  const { profile, settings } = request;
  const confidential = whole?.app.confidential ?? request.confidential;
  const names = profile.scopes.map(({ name }) => name).filter(isScopeToken);
  const catalogue = (await deps.scopes.list(true)).filter(({ name }) => names.includes(name));
  const kept = new Set([...(whole?.app.scopes ?? []), ...(whole?.pending?.scopes ?? [])].map(({ name }) => name));
  const { publicUrlIsLoopback } = deps;
  const facts = { confidential, publicUrlIsLoopback, catalogue, kept, complete: true };
  return [...findProfileViolations(profile, facts), ...findSettingViolations(settings, confidential, deps.lifetimes)];
}

async function findOwn(deps: AppDependencies, clientId: string, call: Call): Promise<WholeApp> {
  const whole = await findApp(deps.apps, clientId);
  checkAccess(call, whole.app.developer.id, "write");
  return whole;
}

function requireDeveloper({ actor }: Call): void {
  if (actor === null || actor.developer) return;
  throw new RequestError("permission_denied", "DEVELOPER_ONLY", "Only developers check apps.");
}

export interface CheckedUrl {
  /** Faults in the order in which they would be found, then advice. */
  findings: AuthorizeFinding[];
  /** As the server reads them, in order. */
  parameters: readonly (readonly [name: string, value: string])[];
  /** Null unless it is one of one's own. */
  app: { clientId: string; name: string } | null;
  testOnly: boolean;
}

/** Everything that is wrong with an authorization URL. To whoever does not own it, an app is not there. */
export async function validateAuthorizeUrl(deps: AppDependencies, url: string, call: Call): Promise<CheckedUrl> {
  requireDeveloper(call);
  const read = readAuthorizeUrl(url, deps.publicUrl);
  if (read.kind === "unreadable") return { findings: read.findings, parameters: [], app: null, testOnly: false };
  const whole = await findNamed(deps, read.raw.values.get("client_id"), call);
  const app = whole?.app ?? null;
  const facts = app && { ...app, hasTestMerchant: await deps.apps.hasTestMerchant(app.developer.id) };
  return {
    findings: [...read.findings, ...checkAuthorize(read, facts)],
    parameters: read.pairs,
    app: app && { clientId: app.clientId, name: app.name },
    testOnly: app !== null && reachOf(app.state) === "test",
  };
}

async function findNamed(deps: AppDependencies, clientId: string | undefined, call: Call): Promise<WholeApp | null> {
  const whole = clientId !== undefined && isClientId(clientId) ? await deps.apps.find(clientId) : null;
  if (whole === null || call.actor === null) return whole;
  return whole.app.developer.id === call.actor.accountId ? whole : null;
}
