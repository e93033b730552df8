import { isConsentRemembered } from "../../oauth/consent.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { ConsentApp, ConsentMerchant } from "../../store/consent/consent-facts.ts";
import type { Actor, Call } from "../call.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import type { StoredRequest } from "./interaction.ts";
import { issueCode } from "./issue-code.ts";
import { findMerchants } from "./page-content.ts";

export interface AuthorizationContext {
  app: ConsentApp;
  request: StoredRequest;
  installTokenId: string | null;
  actor: Actor;
  call: Call;
}

/** Issues a code and returns the redirect URI if an earlier consent covers the request; otherwise writes nothing and returns null. */
export async function answerFromRememberedConsent(
  deps: ConsentDependencies,
  tx: ManagementTransaction,
  context: AuthorizationContext,
): Promise<string | null> {
  const { app, request, installTokenId, actor, call } = context;
  const { allowed } = await findMerchants(tx.query, app, { accountId: actor.accountId, wanted: request.merchantHint });
  const merchant = findCandidate(allowed, request.merchantHint);
  if (merchant === null) return null;
  const { merchantId, role, installationState: state, grantedScopes } = merchant;
  const remembered = isConsentRemembered({
    confidential: app.confidential,
    prompts: request.prompts,
    installToken: installTokenId,
    role,
    scopes: request.scopes,
    installation: state === null ? null : { state, grantedScopes },
  });
  if (!remembered) return null;
  const grant = { clientId: app.clientId, request, merchantId, accountId: actor.accountId, scopes: request.scopes };
  const outcome = await issueCode(deps, tx, { ...grant, remembered: true, call });
  return outcome.kind === "issued" ? outcome.redirectTo : null;
}

/** The merchant that the request names as a hint; without a hint, the only merchant. */
function findCandidate(allowed: readonly ConsentMerchant[], hint: string | null): ConsentMerchant | null {
  if (hint !== null) return allowed.find(({ merchantId }) => merchantId === hint) ?? null;
  return allowed.length === 1 ? allowed[0]! : null;
}
