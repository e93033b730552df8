import { isUuid } from "../../credential/uuid.ts";
import { MEMBER_ROLES, Membership } from "../../model/merchant.ts";
import { revokeInvitationsOfMember } from "../../store/accounts/invitations.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { auditRevoked } from "./invitation-rules.ts";
import { lockManagedMerchant, requireNotTest, requireOtherOwner } from "./managed-merchant.ts";

export interface RemoveMembershipRequest {
  merchantId: string;
  accountId: string;
}

/**
 * Removes a member from a merchant, and revokes the open invitations through which the member could return. The last OWNER cannot be
 * removed.
 */
export async function removeMembership(
  deps: AccountDependencies,
  { merchantId, accountId }: RemoveMembershipRequest,
  call: Call,
): Promise<void> {
  await deps.management.transactional(async (tx) => {
    requireNotTest(await lockManagedMerchant(tx, merchantId, call));
    const membership = isUuid(accountId)
      ? await tx.em.findOne(Membership, { merchant: merchantId, account: accountId })
      : null;
    if (membership === null)
      throw new RequestError("not_found", "MEMBERSHIP_NOT_FOUND", "This account is not a member of the merchant.");
    await requireOtherOwner(tx, membership);
    tx.em.remove(membership);
    recordAudit(tx, call, { action: "membership.remove", merchantId, accountId });
    const roles = MEMBER_ROLES;
    auditRevoked(tx, call, await revokeInvitationsOfMember(tx.query, { merchantId, accountId, roles }));
  });
}
