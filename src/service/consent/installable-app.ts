import { reachOf } from "../../oauth/app-state.ts";
import { isClientId } from "../../oauth/parameters.ts";
import type { Query } from "../../store/connection/query.ts";
import { type ConsentApp, findConsentApp } from "../../store/consent/consent-facts.ts";
import { teamRoleOf } from "../authorization.ts";
import type { Actor } from "../call.ts";
import { RequestError } from "../errors.ts";

/** How an install starts: at the launch URL, at the platform's authorization endpoint, or only at the app. */
export type InstallStart = "LAUNCH_URL" | "PLATFORM" | "AT_APP";

/**
 * How the install of an app starts. The platform cannot start the install of an app without redirect URI or scopes, or of an app that
 * requires PKCE, because the app would not know the verifier.
 */
export function installStartOf(app: ConsentApp): InstallStart {
  if (app.launchUrl !== null) return "LAUNCH_URL";
  const isComplete = app.redirectUris.length > 0 && app.registeredScopes.length > 0;
  return app.platformStart && isComplete && app.confidential && !app.pkceRequired ? "PLATFORM" : "AT_APP";
}

/**
 * Finds an approved app. @throws RequestError APP_SUSPENDED for a suspended app, whose name and install link were public; APP_NOT_FOUND
 * for other apps
 */
export async function findInstallableApp(query: Query, clientId: string): Promise<ConsentApp> {
  const app = isClientId(clientId) ? await findConsentApp(query, clientId) : null;
  if (app?.state === "SUSPENDED") {
    const metadata = { app_name: app.name, developer_name: app.developerName };
    throw new RequestError("not_found", "APP_SUSPENDED", "The app is suspended.", { metadata });
  }
  if (app === null || app.state !== "APPROVED") throw appNotFound();
  return app;
}

/** Finds an app that its developer's team tests. @throws RequestError APP_NOT_FOUND for other accounts and unusable apps */
export async function findTestableApp(query: Query, clientId: string, actor: Actor): Promise<ConsentApp> {
  const app = isClientId(clientId) ? await findConsentApp(query, clientId) : null;
  if (app === null || teamRoleOf(actor, app.developerId) === null || reachOf(app.state) === "none") throw appNotFound();
  return app;
}

function appNotFound(): RequestError {
  return new RequestError("not_found", "APP_NOT_FOUND", "There is no such app to install.");
}
