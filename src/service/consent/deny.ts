import { findConsentApp } from "../../store/consent/consent-facts.ts";
import { useInteraction } from "../../store/consent/interactions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { lockDeniable, requireCsrf } from "./interaction.ts";
import { errorRedirect, requireRedirectable } from "./redirects.ts";

export interface DenyRequest {
  interactionId: string;
  csrfToken: string;
}

/**
 * Ends the interaction and returns the redirect URI with `access_denied`. A form that is sent twice gets the same response again, which
 * contains no code. A second approval is an error instead, because its code may already be redeemed.
 */
export async function deny(deps: ConsentDependencies, request: DenyRequest, call: Call): Promise<string> {
  const actor = requireActor(call);
  requireCsrf(deps, request, actor);
  return deps.management.transactional(async (tx) => {
    const interaction = await lockDeniable(tx, request.interactionId, actor);
    const { id, clientId, request: authorization } = interaction;
    const { redirectUri } = authorization;
    requireRedirectable(await findConsentApp(tx.query, clientId), { redirectUri, shown: true });
    if (await useInteraction(tx.query, id, "deny")) {
      recordAudit(tx, call, { action: "consent.deny", clientId, accountId: actor.accountId });
    }
    return errorRedirect(deps.issuer, authorization, "consent_denied");
  });
}
