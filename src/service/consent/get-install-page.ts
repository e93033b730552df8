import type { ConsentApp, ConsentMerchant } from "../../store/consent/consent-facts.ts";
import type { Call } from "../call.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { findInstallableApp, type InstallStart, installStartOf } from "./installable-app.ts";
import { type ConsentScope, describeScopes, findMerchants, originOf } from "./page-content.ts";

export interface GetInstallPageRequest {
  clientId: string;
}

export interface InstallPage {
  app: ConsentApp;
  scopes: ConsentScope[];
  merchants: ConsentMerchant[];
  start: InstallStart;
  /** The origin to which the browser goes next; null for AT_APP. */
  launchOrigin: string | null;
}

/** Returns the install page of an approved app. Without a session it has no merchants. */
export async function getInstallPage(
  deps: ConsentDependencies,
  { clientId }: GetInstallPageRequest,
  { actor }: Call,
): Promise<InstallPage> {
  return deps.management.read(async (_em, query) => {
    const app = await findInstallableApp(query, clientId);
    const merchants =
      actor === null ? [] : (await findMerchants(query, app, { accountId: actor.accountId, wanted: null })).allowed;
    const scopes = await describeScopes(query, app, app.registeredScopes);
    return { app, scopes, merchants, start: installStartOf(app), launchOrigin: launchOriginOf(deps, app) };
  });
}

function launchOriginOf(deps: ConsentDependencies, app: ConsentApp): string | null {
  if (app.launchUrl !== null) return originOf(app.launchUrl);
  return installStartOf(app) === "PLATFORM" ? deps.issuer : null;
}
