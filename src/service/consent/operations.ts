import type { Call } from "../call.ts";
import { type Approval, approve } from "./approve.ts";
import { type BeginRequest, begin } from "./begin.ts";
import { deny } from "./deny.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { get } from "./get.ts";
import { getInstall, type StartInstall, startInstall } from "./install.ts";
import type { BeginOutcome, ConsentView, InstallPage } from "./records.ts";

/**
 * From an app's authorize request to the merchant's answer. All but `begin` need a signed-in account.
 *
 * @throws Refusal SESSION without one; INTERACTION_NOT_FOUND for another account's; INTERACTION_USED, INTERACTION_EXPIRED; CSRF; what else is
 * wrong with a form. What the app is told is no error here but a redirect.
 */
export interface ConsentOperations {
  begin(request: BeginRequest, call: Call): Promise<BeginOutcome>;
  get(interactionId: string, call: Call): Promise<ConsentView>;
  /** Gives the way back to the app, with the code or with an error that arose since the page was shown. */
  approve(approval: Approval, call: Call): Promise<string>;
  deny(denial: { interactionId: string; csrfToken: string }, call: Call): Promise<string>;
  getInstall(clientId: string, call: Call): Promise<InstallPage>;
  startInstall(request: StartInstall, call: Call): Promise<string>;
}

export function createConsentOperations(deps: ConsentDependencies): ConsentOperations {
  return {
    begin: (request, call) => begin(deps, request, call),
    get: (interactionId, call) => get(deps, interactionId, call),
    approve: (approval, call) => approve(deps, approval, call),
    deny: (denial, call) => deny(deps, denial, call),
    getInstall: (clientId, call) => getInstall(deps, clientId, call),
    startInstall: (request, call) => startInstall(deps, request, call),
  };
}
