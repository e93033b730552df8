import { isSameUuid } from "../../credential/uuid.ts";
import type { Account } from "../../model/account.ts";
import { endAccountLinks } from "../../store/accounts/account-links.ts";
import { revokeInvitationsToRoles } from "../../store/accounts/invitations.ts";
import { syncTestMerchants } from "../../store/accounts/team-members.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireVerified } from "../verified-email.ts";
import { requireOperatorGrantor } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { auditRevoked } from "./invitation-rules.ts";
import { requireOtherOperator } from "./last-operator.ts";
import { lockAccount } from "./locked-account.ts";
import { requireRecentProof } from "./verified-session.ts";

export interface SetAccountRolesRequest {
  accountId: string;
  operator: boolean;
  developer: boolean;
}

/**
 * Sets an account's roles; a new role requires a verified e-mail. A lost role revokes the open invitations to it. A new operator's open
 * password links end, because callers that may not create operators may have made them.
 * @throws RequestError VERIFICATION_REQUIRED if an operator without a recent proof of identity makes another one
 */
export async function setAccountRoles(
  deps: AccountDependencies,
  request: SetAccountRolesRequest,
  call: Call,
): Promise<Account> {
  requireOperatorGrantor(call);
  const { accountId, operator, developer } = request;
  if (isSameUuid(accountId, call.actor?.accountId) && !operator) {
    throw new RequestError("failed_precondition", "OWN_ACCOUNT", "Operators cannot remove their own role.");
  }
  return deps.management.transactional(async (tx) => {
    if (!operator) await requireOtherOperator(tx.query, accountId, call);
    const account = await lockAccount(tx, accountId);
    if ((operator && !account.operator) || (developer && !account.developer)) requireVerified(account);
    if (operator && !account.operator) await requireRecentProof(tx.query, call);
    if (account.operator !== operator || account.developer !== developer) {
      if (operator && !account.operator) await endAccountLinks(tx.query, accountId);
      const lost = { operator: account.operator && !operator, developer: account.developer && !developer };
      auditRevoked(tx, call, await revokeInvitationsToRoles(tx.query, { accountId, ...lost }));
      Object.assign(account, { operator, developer });
      await tx.em.flush();
      await syncTestMerchants(tx.query, accountId);
      recordAudit(tx, call, { action: "account.set_roles", accountId, detail: { operator, developer } });
    }
    return account;
  });
}
