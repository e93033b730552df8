import { isConsentRemembered } from "../../oauth/consent.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { ConsentAppRow, ConsentMerchantRow } from "../../store/consent/consent-facts.ts";
import type { Actor, Call } from "../call.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import type { KeptRequest } from "./interaction.ts";
import { issueCode } from "./issue-code.ts";
import { findMerchants } from "./shown.ts";

export interface Asked {
  app: ConsentAppRow;
  request: KeptRequest;
  installTokenId: string | null;
  actor: Actor;
  call: Call;
}

/** The redirect with a code where an earlier consent answers the request, else null and nothing is written. */
export async function answerRemembered(
  deps: ConsentDependencies,
  tx: ManagementTransaction,
  asked: Asked,
): Promise<string | null> {
  const { app, request, installTokenId, actor, call } = asked;
  const { open } = await findMerchants(tx.query, app, { accountId: actor.accountId, wanted: request.merchantHint });
  const merchant = onlyCandidate(open, request.merchantHint);
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

/** The merchant that the request is about without anybody choosing: the one hinted at, or the only one. */
function onlyCandidate(open: readonly ConsentMerchantRow[], hint: string | null): ConsentMerchantRow | null {
  if (hint !== null) return open.find(({ merchantId }) => merchantId === hint) ?? null;
  return open.length === 1 ? open[0]! : null;
}
