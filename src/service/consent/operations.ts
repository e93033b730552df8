import type { Call } from "../call.ts";
import { type Approval, approve } from "./approve.ts";
import { deny } from "./deny.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { getInteraction } from "./get-interaction.ts";
import { getInstallPage, type StartInstall, startInstall } from "./install-page.ts";
import type { BeginOutcome, ConsentView, InstallPage } from "./records.ts";
import { type StartAuthorizationRequest, startAuthorization } from "./start-authorization.ts";

/**
 * From an app's authorize request to the merchant's answer. All but `startAuthorization` need a signed-in account.
 *
 * @throws RequestError SESSION without one; INTERACTION_NOT_FOUND for another account's; INTERACTION_USED, INTERACTION_EXPIRED; CSRF; what else is
 * wrong with a form. What the app is told is no error here but a redirect.
 */
export interface ConsentOperations {
  startAuthorization(request: StartAuthorizationRequest, call: Call): Promise<BeginOutcome>;
  getInteraction(interactionId: string, call: Call): Promise<ConsentView>;
  /** Gives the way back to the app, with the code or with an error that arose since the page was shown. */
  approve(approval: Approval, call: Call): Promise<string>;
  deny(denial: { interactionId: string; csrfToken: string }, call: Call): Promise<string>;
  getInstallPage(clientId: string, call: Call): Promise<InstallPage>;
  startInstall(request: StartInstall, call: Call): Promise<string>;
}

export function createConsentOperations(deps: ConsentDependencies): ConsentOperations {
  return {
    startAuthorization: (request, call) => startAuthorization(deps, request, call),
    getInteraction: (interactionId, call) => getInteraction(deps, interactionId, call),
    approve: (approval, call) => approve(deps, approval, call),
    deny: (denial, call) => deny(deps, denial, call),
    getInstallPage: (clientId, call) => getInstallPage(deps, clientId, call),
    startInstall: (request, call) => startInstall(deps, request, call),
  };
}
