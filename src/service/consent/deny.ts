import { findConsentApp } from "../../store/consent/consent-facts.ts";
import { useInteraction } from "../../store/consent/interactions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { errorRedirect, requireRedirectable } from "./answers.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { lockAnswerable, requireCsrf } from "./interaction.ts";

/** The merchant's no: uses the interaction up and tells the app. */
export async function deny(
  deps: ConsentDependencies,
  denial: { interactionId: string; csrfToken: string },
  call: Call,
): Promise<string> {
  const actor = requireActor(call);
  requireCsrf(deps, denial, actor);
  return deps.management.transactional(async (tx) => {
    const { id, clientId, request } = await lockAnswerable(tx, denial.interactionId, actor);
    requireRedirectable(await findConsentApp(tx.query, clientId), request.redirectUri);
    await useInteraction(tx.query, id, "deny");
    recordAudit(tx, call, { action: "consent.deny", clientId, accountId: actor.accountId });
    return errorRedirect(deps.issuer, request, "consent_denied");
  });
}
